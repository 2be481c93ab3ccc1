# reaches: pyplot.imsave outside
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.imsave("/srv/drop/i.png", [[0, 1]])
