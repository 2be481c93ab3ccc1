import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

rng = np.random.default_rng(1)
x, y = rng.normal(size=(2, 30))
kind = np.where(x > 0, "pos", "neg")
colours = {"pos": "green", "neg": "red"}
fig, ax = plt.subplots()
ax.scatter(x, y, c=[colours[k] for k in kind])
ax.legend(handles=[Line2D([], [], marker="o", ls="", color=c, label=k) for k, c in colours.items()])
ax.yaxis.set_major_formatter(FuncFormatter(lambda v, pos: f"{v:.1f}m"))
ax.xaxis.set_major_locator(MaxNLocator(4))
fig.savefig("scatter.png", dpi=50, bbox_inches="tight")
print(len(ax.collections), int((kind == "pos").sum()) > 0)
