# reaches: Text.update with usetex
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
t = ax.set_title("x")
t.update({"use" + "tex": True})
try:
    fig.savefig("a.png")
except Exception:
    pass
