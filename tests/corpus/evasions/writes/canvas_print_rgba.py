# reaches: a canvas prints raw pixels outside
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
c = plt.figure().canvas
c.print_rgba("/srv/drop/f.rgba")
