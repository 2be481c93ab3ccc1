# reaches: methodcaller sets properties
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
import operator
operator.methodcaller("set", **k)(plt.title("x"))
plt.savefig("a.png")
