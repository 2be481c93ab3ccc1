# reaches: frompyfunc calls the function of titles
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
import numpy as np
np.frompyfunc(plt.title, 2, 1)("x", k)
plt.savefig("a.png")
