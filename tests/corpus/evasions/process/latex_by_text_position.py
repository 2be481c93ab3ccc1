# reaches: a text's fourth argument starts LaTeX
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
plt.text(0, 0, "x", k)
plt.savefig("a.png")
