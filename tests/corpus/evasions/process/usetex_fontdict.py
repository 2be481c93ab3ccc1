# reaches: a font dictionary with usetex
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.set_title("x", fontdict={"usetex": True})
try:
    fig.savefig("a.png")
except Exception:
    pass
