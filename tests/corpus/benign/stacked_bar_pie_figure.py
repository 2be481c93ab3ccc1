import json
import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot as plt
from collections import Counter, defaultdict

with open("survey.json") as f:
    responses = json.load(f)["responses"]

table = defaultdict(Counter)
for r in responses:
    table[r["channel"]][r["score"] if r["score"] is not None else "none"] += 1

scores = [1, 2, 3, 4, 5, "none"]
channels = sorted(table)
fig, (ax1, ax2) = plt.subplots(1, 2, figsize=(10, 4))
bottom = [0] * len(channels)
for s in scores:
    heights = [table[c][s] for c in channels]
    ax1.bar(channels, heights, bottom=bottom, label=str(s))
    bottom = [b + h for b, h in zip(bottom, heights)]
ax1.legend(title="score", ncol=2)
ax1.set_ylim(top=max(bottom) * 1.3)

sizes = [sum(table[c].values()) for c in channels]
ax2.pie(sizes, labels=channels, autopct="%1.0f%%", startangle=90, wedgeprops={"width": 0.4})
ax2.set_aspect("equal")
plt.savefig("survey.png")

print(json.dumps({c: {str(s): table[c][s] for s in scores} for c in channels}))
