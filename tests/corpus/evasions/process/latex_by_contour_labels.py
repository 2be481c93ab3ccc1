# reaches: a contour's labels are updated by properties out of a text
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
import numpy as np
for t in plt.contour(np.arange(9).reshape(3, 3)).clabel():
    t.update(k)
plt.savefig("a.png")
