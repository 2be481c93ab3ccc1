import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.patches import Patch
import numpy as np
import pandas as pd

plt.style.use("ggplot")
plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "figure.dpi": 100})

df = pd.read_csv("branch_sales.csv", parse_dates=["date"])
df["revenue"] = df.units * df.price
monthly = df.set_index("date").groupby([pd.Grouper(freq="M"), "region"])["revenue"].sum().unstack(fill_value=0)

fig = plt.figure(figsize=(12, 8))
gs = fig.add_gridspec(2, 2, width_ratios=[2, 1], hspace=0.35)
ax1 = fig.add_subplot(gs[0, :])
bottom = np.zeros(len(monthly))
colors = plt.cm.viridis(np.linspace(0.1, 0.9, monthly.shape[1]))
labels = [d.strftime("%b") for d in monthly.index]
for (name, series), color in zip(monthly.items(), colors):
    ax1.bar(labels, series.to_numpy(), bottom=bottom, label=name, color=color, edgecolor="white")
    bottom += series.to_numpy()
ax1.yaxis.set_major_formatter(FuncFormatter(lambda v, pos: f"{v / 1000:.0f}k"))
twin = ax1.twinx()
twin.plot(labels, df.groupby(df["date"].dt.month)["units"].sum().values, "ko-", ms=4)
twin.set_ylabel("units")
ax1.legend(ncol=4, frameon=False)

ax2 = fig.add_subplot(gs[1, 0])
heat = df.pivot_table(index="region", columns="product", values="units", aggfunc="mean")
im = ax2.imshow(heat, cmap="YlOrRd", aspect="auto")
ax2.set_xticks(range(heat.shape[1]), labels=heat.columns, rotation=30, ha="right")
ax2.set_yticks(np.arange(len(heat.index)))
ax2.set_yticklabels(heat.index)
for i in range(heat.shape[0]):
    for j in range(heat.shape[1]):
        ax2.text(j, i, f"{heat.iloc[i, j]:.1f}", ha="center", va="center", color="black")
fig.colorbar(im, ax=ax2, shrink=0.8, label="mean units")
ax3 = fig.add_subplot(gs[1, 1])
df.boxplot(column="price", by="channel", ax=ax3)
ax3.xaxis.set_major_locator(MaxNLocator(integer=True))
ax3.legend(handles=[Patch(color="grey", label="price")])
fig.text(0.99, 0.01, "source: sales.csv", ha="right", fontsize=7)
plt.tight_layout(rect=(0, 0, 1, 0.97)) if False else None
plt.savefig("dashboard.png")
print(monthly.round(0).astype(int).to_markdown() if False else monthly.round(0).astype(int))
