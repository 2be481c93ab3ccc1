import json
import numpy as np

rng = np.random.default_rng(seed=321)

urn = np.repeat(["red", "blue", "green"], [50, 30, 20])
draw = rng.choice(urn, size=15, replace=False)
colours, counts = np.unique(draw, return_counts=True)

dice = rng.integers(1, 7, size=(10_000, 2)).sum(axis=1)
share = np.bincount(dice, minlength=13)[2:] / dice.size
theory = np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]) / 36

order = rng.permutation(8)
groups = np.array_split(order, 3)
poisson = rng.poisson(3.2, 5000)
multi = rng.multivariate_normal([0, 1], [[1, 0.8], [0.8, 2]], size=4000)

print(json.dumps({
    "draw": dict(zip(colours.tolist(), counts.tolist())),
    "dice_max_error_small": bool(np.abs(share - theory).max() < 0.02),
    "groups": [sorted(g.tolist()) for g in groups],
    "poisson": [round(float(poisson.mean()), 1), round(float(poisson.var()), 0)],
    "correlation": round(float(np.corrcoef(multi.T)[0, 1]), 1),
}))
