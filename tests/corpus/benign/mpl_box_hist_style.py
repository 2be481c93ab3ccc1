import matplotlib.pyplot as plt
import numpy as np
plt.style.use("ggplot")
plt.rcParams["figure.figsize"] = (6, 3); plt.rcParams["font.size"] = 9; plt.rcParams.update({"axes.titlesize": 10, "axes.grid": True})
rng = np.random.default_rng(3); groups = [rng.normal(m, 1, 50) for m in (0, 1, 2)]
fig, axs = plt.subplots(2, 2)
bp = axs[0, 0].boxplot(groups, labels=list("abc"), patch_artist=True, showmeans=True)
for patch, c in zip(bp["boxes"], ["C0", "C1", "C2"]): patch.set_facecolor(c)
n, bins, patches = axs[0, 1].hist(groups[0], bins=10, density=True, alpha=.6, edgecolor="k"); axs[0, 1].axvline(np.mean(groups[0]), color="k")
axs[1, 0].violinplot(groups); axs.flat[3].scatter(*groups[:2], s=8, c=groups[2], cmap="plasma")
for ax, t in zip(axs.ravel(), ["box", "hist", "violin", "scatter"]): ax.set_title(t)
plt.subplots_adjust(hspace=.5); plt.savefig("dist.png"); plt.close("all"); print(len(bins), n.sum() > 0, len(patches))
