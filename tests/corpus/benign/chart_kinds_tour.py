import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

rng = np.random.default_rng(3)
x = np.linspace(0, 10, 200)

fig, (ax1, ax2, ax3) = plt.subplots(1, 3, figsize=(15, 4))
ax1.scatter(rng.normal(size=80), rng.normal(size=80), c=rng.random(80), s=30 + 200 * rng.random(80), cmap="plasma", alpha=0.7, edgecolors="k", linewidths=0.4)
ax1.set(xlabel="x", ylabel="y", title="Scatter", xlim=(-3, 3))
ax1.axvspan(-1, 1, alpha=0.1)
ax1.invert_yaxis()
counts, bins, patches = ax2.hist(rng.gamma(2, 2, 500), bins=25, density=True, histtype="stepfilled", label=r"$\Gamma(2,2)$")
for patch in patches:
    patch.set_facecolor("#4c72b0")
ax2.axvline(4, color="k", linestyle="-.", label="mean")
ax2.legend()
ax2.tick_params(axis="both", which="major", labelsize=8)
for side in ("top", "right"):
    ax2.spines[side].set_visible(False)
ax3.errorbar(x[::20], np.sin(x[::20]), yerr=0.1, fmt="o", capsize=3)
ax3.plot(x, np.sin(x), "b-", x, np.cos(x), "r--")
ax3.set_yscale("symlog")
ax3.step(x[::10], np.round(np.sin(x[::10])), where="mid")
ax3.table(cellText=[["a", "1"]], loc="bottom") if False else None
ax3.secondary_xaxis("top", functions=(lambda v: v * 2, lambda v: v / 2))
inset = ax3.inset_axes([0.6, 0.6, 0.35, 0.35])
inset.pie([3, 2, 1], labels=["a", "b", "c"], autopct="%1.0f%%", startangle=90)
fig.savefig("plots.png", dpi=90, transparent=True)

plt.figure(figsize=(5, 4))
X, Y = np.meshgrid(np.linspace(-2, 2, 50), np.linspace(-2, 2, 50))
cs = plt.contourf(X, Y, np.exp(-(X**2) - Y**2), levels=10, cmap="coolwarm")
plt.colorbar(cs)
plt.quiver(X[::10, ::10], Y[::10, ::10], -X[::10, ::10], -Y[::10, ::10])
plt.title("Contour")
plt.xlabel("x")
plt.ylabel("y")
plt.xlim(-2, 2)
plt.grid(alpha=0.2)
plt.gca().set_aspect("equal")
plt.gcf().set_size_inches(6, 5)
plt.savefig("contour.pdf")
plt.close("all")
with plt.style.context("seaborn-v0_8"):
    fig, ax = plt.subplots(subplot_kw={"projection": "polar"})
    ax.bar(np.linspace(0, 2 * np.pi, 8, endpoint=False), rng.random(8), width=0.5)
    fig.savefig("polar.svg")
print(counts.sum().round(3), len(bins), "saved")
