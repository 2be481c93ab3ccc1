# reaches: pyplot.savefig outside
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.savefig("/srv/drop/a.png")
