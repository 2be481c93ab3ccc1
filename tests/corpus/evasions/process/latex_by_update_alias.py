# reaches: a title's method has another name
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
u = plt.title("x").update
u(k)
plt.savefig("a.png")
