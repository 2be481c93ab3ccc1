# reaches: map calls a title's method
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
list(map(plt.title("x").update, [k]))
plt.savefig("a.png")
