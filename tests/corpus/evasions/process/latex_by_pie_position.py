# reaches: the properties of a pie stand far back
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
plt.pie([1], None, ["x"], None, None, 0.6, False, 1.1, 0, 1, True, None, k)
plt.savefig("a.png")
