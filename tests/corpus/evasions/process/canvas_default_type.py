# reaches: a canvas names TeX as what it prints
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.title("x")
import io
plt.gcf().canvas.get_default_filetype = lambda: "pgf"
plt.savefig(io.BytesIO())
