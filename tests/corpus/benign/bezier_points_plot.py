import matplotlib
matplotlib.use("Agg")
from math import comb

import matplotlib.pyplot as plt
import numpy as np

def bezier(points, n=20):
    t = np.linspace(0, 1, n)[:, None]
    k = len(points) - 1
    return sum(comb(k, i) * t**i * (1 - t) ** (k - i) * np.asarray(p) for i, p in enumerate(points))

curve = bezier([(0, 0), (1, 2), (3, 3), (4, 0)])
fig, ax = plt.subplots()
ax.plot(*curve.T, "o-", markersize=3)
ax.set(xlabel="x", ylabel="y", title="Bezier")
ax.grid(True, linestyle=":")
fig.savefig("curve.svg")
print(curve[[0, -1]].tolist(), curve.shape)
