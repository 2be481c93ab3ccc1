# reaches: a joined keyword makes a text be set by LaTeX
import matplotlib
matplotlib.use("Agg")
from matplotlib.text import Text
import matplotlib.pyplot as plt
fig = plt.figure()
t = Text(0, 0, "x", **{"use" + "tex": True})
fig.add_artist(t)
fig.savefig("a.png")
