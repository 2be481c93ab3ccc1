import io
import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Patch, Rectangle
class Dashboard:
    def __init__(self, rows: int, title: str):
        self.fig: Figure
        self.fig, axes = plt.subplots(rows, 1, squeeze=False)
        self.axes: list[Axes] = list(axes[:, 0]); self.fig.suptitle(title)
    def __enter__(self): return self
    def __exit__(self, *exc): plt.close(self.fig)
    def line(self, i, ys, **kw): (ln,) = self.axes[i].plot(ys, **kw); return ln
    def save(self, target): self.fig.savefig(target, format="png"); return self
with Dashboard(2, "d") as d:
    ln = d.line(0, [1, 3, 2], color="g"); ln.set_linewidth(3)
    d.axes[1].add_patch(Rectangle((0, 0), 1, 1, fc="y")); d.axes[1].add_patch(Circle((.5, .5), .2)); d.axes[1].legend(handles=[Line2D([0], [0], color="g"), Patch(fc="y")], labels=["l", "p"])
    buf = io.BytesIO(); d.save(buf); print(buf.getvalue()[:4], ln.get_color(), ln.get_ydata())
