# reaches: the fourth argument of a chart's text starts LaTeX
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
plt.gca().text(0, 0, "x", k)
plt.savefig("a.png")
