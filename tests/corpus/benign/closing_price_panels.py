import numpy as np
import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot as plt, cm, colors
from matplotlib.gridspec import GridSpec
from matplotlib.lines import Line2D
import pandas as pd

df = pd.read_csv("closing.csv", parse_dates=["date"], index_col=0)
ret = df.pct_change().dropna()
fig = plt.figure(figsize=(10, 6))
gs = GridSpec(2, 3, figure=fig)
ax = fig.add_subplot(gs[0, :])
for i, c in enumerate(df):
    line, = ax.plot(df.index, df[c] / df[c].iloc[0], color=f"C{i}", linewidth=1.2)
    line.set_label(c)
    ax.text(df.index[-1], df[c].iloc[-1] / df[c].iloc[0], c, va="center")
ax.legend(handles=[Line2D([], [], color="k", label="rebased")], loc="best")
ax.xaxis.set_major_locator(matplotlib.dates.MonthLocator(interval=2)) if hasattr(matplotlib, "dates") else None
for i, c in enumerate(ret.columns):
    a = fig.add_subplot(gs[1, i])
    a.hist(ret[c], bins=30, color=cm.get_cmap("Set2")(i))
    a.set_title(f"{c} σ={ret[c].std():.3f}", fontsize=8)
    a.tick_params(labelbottom=False)
    a.set_xlabel("")
norm = colors.Normalize(vmin=-1, vmax=1)
plt.setp(ax.get_xticklabels(), rotation=45, ha="right")
plt.subplots_adjust(wspace=0.3)
fig.savefig("prices.png", facecolor="w")
ax2 = ret.plot(kind="box", figsize=(4, 3), title="returns", grid=True)
ax2.get_figure().savefig("box.png")
ret.plot.scatter(x="AAA", y="BBB", s=4)
plt.savefig("scatter.png")
pd.plotting.scatter_matrix(ret, figsize=(5, 5), diagonal="hist")
plt.savefig("matrix.png")
df["AAA"].plot.area(stacked=False)
plt.close("all")
print(norm(0.5), df.shape, ret.skew().round(2).to_dict(), ret.kurt().idxmax())
