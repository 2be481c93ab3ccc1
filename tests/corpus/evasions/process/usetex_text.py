# reaches: text drawn with usetex in a mapping starts latex
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.text(0, 0, "x", **{"usetex": True})
try:
    fig.savefig("a.png")
except Exception:
    pass
