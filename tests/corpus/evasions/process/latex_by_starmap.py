# reaches: starmap calls the function of titles
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
import itertools
list(itertools.starmap(plt.title, [("x", k)]))
plt.savefig("a.png")
