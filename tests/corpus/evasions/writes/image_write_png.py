# reaches: an image artist writes itself
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
im = plt.imshow([[0, 1], [1, 0]])
im.write_png("/srv/drop/i.png")
