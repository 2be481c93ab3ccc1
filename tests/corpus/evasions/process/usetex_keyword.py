# reaches: text drawn with usetex starts latex
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.set_title("x", usetex=True)
try:
    fig.savefig("a.png")
except Exception:
    pass
