# harmless: a figure saved into the working directory
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([1, 2, 3], [2, 4, 8], label="open")
ax.legend()
fig.savefig("figure.png")
print(len(ax.lines))
