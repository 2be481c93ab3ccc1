import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
x = np.arange(12)
fig, (ax1, ax2) = plt.subplots(1, 2, figsize=(9, 4), sharex=True, gridspec_kw={"width_ratios": [2, 1]}, constrained_layout=True)
ax1.plot(x, x ** 2, "o-", color="tab:blue", label="quad", lw=2, ms=4)
tw = ax1.twinx(); tw.plot(x, np.sqrt(x), "r--", label="root"); tw.set_ylabel("root", color="r"); tw.tick_params(axis="y", labelcolor="r")
ax1.annotate("peak", xy=(11, 121), xytext=(5, 100), arrowprops=dict(arrowstyle="->", color="grey"))
ax1.set(title="Two axes", xlabel="month", ylabel="quad", xlim=(0, 12)); ax1.grid(True, alpha=.3); ax1.legend(loc="upper left")
bars = ax2.bar(["a", "b"], [3, 5], yerr=[.2, .4], capsize=3); ax2.bar_label(bars, fmt="%.1f", padding=3); ax2.margins(y=.2)
ax2.axhline(4, ls=":", c="k"); ax2.spines[["top", "right"]].set_visible(False); ax2.set_xticks([0, 1], ["A", "B"], rotation=45)
fig.suptitle("Demo"); fig.savefig("demo.png", dpi=80, bbox_inches="tight"); plt.close(fig)
print(len(ax1.lines), len(ax2.patches), ax1.get_xlim())
