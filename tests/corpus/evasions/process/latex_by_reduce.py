# reaches: reduce calls the function of titles
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
import functools
functools.reduce(plt.title, [k], "x")
plt.savefig("a.png")
