# reaches: a tick formatter runs exec while a figure is drawn
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.gca().xaxis.set_major_formatter(lambda x, pos: str(exec(open("steps.txt").read())))
plt.savefig("a.png")
