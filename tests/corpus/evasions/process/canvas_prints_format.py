# reaches: a canvas prints by TeX, as its format says
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.title("x")
plt.gcf().canvas.print_figure("a.pdf", format="pgf")
