import matplotlib

matplotlib.use("Agg")
import matplotlib.patheffects as pe
import matplotlib.pyplot as plt
import matplotlib.transforms as transforms
import matplotlib.tri as tri
import numpy as np
from matplotlib.legend_handler import HandlerTuple
from matplotlib.offsetbox import AnchoredText, AnnotationBbox, TextArea
from matplotlib.path import Path
from mpl_toolkits.axes_grid1 import make_axes_locatable
from mpl_toolkits.axes_grid1.inset_locator import inset_axes
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

rng = np.random.default_rng(3)
east, north = rng.uniform(0, 10, (2, 60))
height = np.sin(east / 3) + np.cos(north / 4)
mesh = tri.Triangulation(east, north)

fig, ax = plt.subplots(figsize=(5, 4))
shown = ax.tricontourf(mesh, height, levels=8)
cax = make_axes_locatable(ax).append_axes("right", size="4%", pad=0.05)
fig.colorbar(shown, cax=cax)
label = ax.text(5, 9, "ridge", path_effects=[pe.withStroke(linewidth=2, foreground="white")])
ax.add_artist(AnchoredText("survey 7", loc="lower left"))
ax.add_artist(AnnotationBbox(TextArea("spring"), (2, 2)))
small = inset_axes(ax, width="25%", height="25%", loc="upper left")
first, = small.plot(np.sort(height))
second, = small.plot(np.sort(-height))
small.legend([(first, second)], ["both"], handler_map={tuple: HandlerTuple(ndivide=None)})
band = transforms.blended_transform_factory(ax.transData, ax.transAxes)
ax.axvspan(4, 5, transform=None or band, alpha=0.2)
field = Path([(1, 1), (9, 1), (5, 8), (1, 1)])
print(len(mesh.triangles) > 60, int(field.contains_points(np.column_stack([east, north])).sum()), label.get_text())

fig3 = plt.figure()
solid = fig3.add_subplot(projection="3d")
solid.add_collection3d(Poly3DCollection([[(0, 0, 0), (1, 0, 0), (0, 1, 1)]], alpha=0.5))
fig.savefig("fields.png")
fig3.savefig("solid.png")
print(len(fig.axes), len(fig3.axes))
