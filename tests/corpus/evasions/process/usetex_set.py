# reaches: Text.set with usetex
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.title.set(text="x", usetex=True)
try:
    fig.savefig("a.png")
except Exception:
    pass
