import json

import numpy as np

assets = ["bonds", "stocks", "gold"]
mu = np.array([0.03, 0.08, 0.05])
vol = np.array([0.05, 0.18, 0.15])
corr = np.array([[1.0, 0.1, 0.0], [0.1, 1.0, -0.2], [0.0, -0.2, 1.0]])
cov = np.outer(vol, vol) * corr

ones = np.ones(3)
inv = np.linalg.inv(cov)

w_min = inv @ ones / (ones @ inv @ ones)
excess = mu - 0.02
w_tan = inv @ excess / (ones @ inv @ excess)


def describe(w):
    return {
        "weights": dict(zip(assets, w.round(4).tolist())),
        "return": round(float(w @ mu), 4),
        "risk": round(float(np.sqrt(w @ cov @ w)), 4),
    }


# crude search over a grid of long-only portfolios for comparison
grid = np.array([(a, b, 100 - a - b) for a in range(0, 101, 5) for b in range(0, 101 - a, 5)]) / 100
risk = np.sqrt(np.einsum("ij,jk,ik->i", grid, cov, grid))
best = grid[risk.argmin()]

print(json.dumps({"minimum_variance": describe(w_min), "tangency": describe(w_tan), "grid_minimum": describe(best)}, indent=2))
