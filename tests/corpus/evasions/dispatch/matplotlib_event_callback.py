# reaches: a drawing event runs exec
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig = plt.figure()
fig.canvas.mpl_connect("draw_event", lambda e: exec(open("steps.txt").read()))
fig.canvas.draw()
