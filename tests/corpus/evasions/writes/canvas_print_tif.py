# reaches: a canvas prints a TIFF outside
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
c = plt.figure().canvas
c.draw()
c.print_tif("/srv/drop/f.tif")
