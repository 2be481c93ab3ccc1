# reaches: an animation's frame function runs exec
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.animation import FuncAnimation
a = FuncAnimation(plt.figure(), lambda i: exec(open("steps.txt").read()) or [], frames=1)
a._draw_was_started = True
a._init_draw()
