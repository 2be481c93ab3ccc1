# reaches: a figure with LaTeX text starts latex
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.rcParams["text.usetex"] = True
plt.title("sales")
try:
    plt.savefig("a.png")
except RuntimeError:
    pass
