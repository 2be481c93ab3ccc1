"""Maximise profit over two products by looking at the corners of the feasible region."""
import itertools
import json

import numpy as np

# a1*x + a2*y <= b
A = np.array([[2.0, 1.0], [1.0, 3.0], [1.0, 0.0], [-1.0, 0.0], [0.0, -1.0]])
b = np.array([100.0, 90.0, 45.0, 0.0, 0.0])
profit = np.array([30.0, 40.0])
names = ["machine hours", "labour hours", "demand for x", "x >= 0", "y >= 0"]

corners = []
for i, j in itertools.combinations(range(len(b)), 2):
    pair = A[[i, j]]
    if abs(np.linalg.det(pair)) < 1e-12:
        continue
    point = np.linalg.solve(pair, b[[i, j]])
    if np.all(A @ point <= b + 1e-9):
        corners.append((float(profit @ point), tuple(point.round(4) + 0.0), [names[i], names[j]]))

value, (x, y), binding = max(corners)
shadow = np.linalg.solve(A[[names.index(n) for n in binding]].T, profit)
print(json.dumps({
    "x": x, "y": y, "profit": round(value, 2), "corners": len(corners),
    "shadow_prices": {n: round(float(s), 3) for n, s in zip(binding, shadow)},
    "slack": dict(zip(names, (b - A @ np.array([x, y])).round(3).tolist())),
}, indent=1))
