# reaches: a canvas prints a JPEG outside
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig = plt.figure()
fig.canvas.draw()
fig.canvas.print_jpg("/srv/drop/f.jpg")
