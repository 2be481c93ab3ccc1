import matplotlib; matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap, LogNorm, Normalize
from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator, PercentFormatter
data = np.random.default_rng(0).random((6, 6))
fig, ax = plt.subplots()
im = ax.imshow(data, cmap="viridis", norm=Normalize(0, 1), origin="lower", interpolation="nearest")
cb = fig.colorbar(im, ax=ax, shrink=.8, label="value"); cb.ax.set_yticks([0, .5, 1])
for (i, j), v in np.ndenumerate(data):
    ax.text(j, i, f"{v:.1f}", ha="center", va="center", color="w" if v < .5 else "k", fontsize=7)
ax.xaxis.set_major_formatter(FuncFormatter(lambda v, pos: f"c{v:.0f}")); ax.yaxis.set_major_locator(MaxNLocator(integer=True)); ax.xaxis.set_minor_locator(MultipleLocator(.5))
fig.tight_layout(); fig.savefig("heat.svg"); print(im.get_array().shape, ax.get_title() == "", cb.vmin)
