# reaches: the canvas prints the figure
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig = plt.figure()
fig.canvas.print_figure("/srv/drop/c.png")
