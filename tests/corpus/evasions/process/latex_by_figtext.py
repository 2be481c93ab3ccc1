# reaches: the fourth argument of a figure's text starts LaTeX
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
plt.figtext(0, 0, "x", k)
plt.savefig("a.png")
