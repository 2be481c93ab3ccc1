# reaches: the properties of an anchored text start LaTeX
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
from matplotlib.offsetbox import AnchoredText
plt.gca().add_artist(AnchoredText("x", "upper left", prop=k))
plt.savefig("a.png")
