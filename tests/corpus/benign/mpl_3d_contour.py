import matplotlib; matplotlib.use("Agg")
import matplotlib.pyplot as plt, numpy as np
from matplotlib import cm
from mpl_toolkits.mplot3d import Axes3D
X, Y = np.meshgrid(np.linspace(-2, 2, 20), np.linspace(-2, 2, 20)); Z = np.exp(-X ** 2 - Y ** 2)
fig = plt.figure(); ax = fig.add_subplot(121, projection="3d"); ax.plot_surface(X, Y, Z, cmap=cm.coolwarm, linewidth=0); ax.view_init(30, 45); ax.set_zlabel("z")
ax2 = fig.add_subplot(122); cs = ax2.contour(X, Y, Z, levels=5, colors="k"); ax2.clabel(cs, inline=True, fontsize=6, fmt="%.2f"); ax2.contourf(X, Y, Z, cmap="Blues"); ax2.quiver(X[::5], Y[::5], -X[::5], -Y[::5])
fig.savefig("surf.png"); print(ax.name, len(cs.levels))
