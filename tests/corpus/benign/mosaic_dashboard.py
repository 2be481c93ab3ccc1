import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

fig, axes = plt.subplot_mosaic([["a", "b"], ["c", "c"]], figsize=(6, 4), layout="constrained")
x = np.linspace(0, 2 * np.pi, 50)
axes["a"].fill_between(x, np.sin(x), alpha=0.3, label="sin")
axes["a"].legend(loc="upper right")
axes["b"].barh(["p", "q"], [3, 5], color=["tab:blue", "tab:orange"])
axes["c"].step(range(5), [1, 3, 2, 5, 4], where="mid")
axes["c"].annotate("peak", xy=(3, 5), xytext=(1, 4.5), arrowprops={"arrowstyle": "->"})
buffer = io.BytesIO()
fig.savefig(buffer, format="png", dpi=60)
print(buffer.getvalue()[:4], sorted(axes))
plt.close(fig)
