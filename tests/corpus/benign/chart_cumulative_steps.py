import json
from itertools import accumulate
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

with open("orders.json") as f:
    orders = json.load(f)

amounts = [sum(l["qty"] * l["price"] for l in o["lines"]) if o["status"] != "cancelled" else 0 for o in orders]
running = list(accumulate(amounts))
target = 600

fig, ax = plt.subplots(figsize=(8, 3))
ax.step(range(1, len(running) + 1), running, where="post", linewidth=2)
ax.axhline(target, ls=":", color="red")
reached = next((i for i, v in enumerate(running, 1) if v >= target), None)
if reached:
    ax.annotate("target", xy=(reached, target), xytext=(reached - 5, target + 80), arrowprops={"arrowstyle": "->"})
for i, (o, v) in enumerate(zip(orders, running), 1):
    if o["status"] == "cancelled":
        ax.plot(i, v, "rx")
ax.set(xlabel="order", ylabel="EUR", title="Cumulative order value", ylim=(0, None))
fig.savefig("cumulative.png", bbox_inches="tight")
print(json.dumps({"orders": len(orders), "total": running[-1], "target_reached_at": orders[reached - 1]["id"] if reached else None}))
