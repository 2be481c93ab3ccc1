# reaches: a canvas prints by TeX
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.title("x")
plt.gcf().canvas.print_figure("a.pgf")
