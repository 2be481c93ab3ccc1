# reaches: savefig in the format pgf asks a TeX process for sizes
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.set_title("x")
try:
    fig.savefig("a.pdf", format="pgf")
except Exception:
    pass
