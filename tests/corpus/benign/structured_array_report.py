import numpy as np

dt = np.dtype([("name", "U8"), ("x", "f8"), ("n", "i4")])
rows = np.array([("a", 1.5, 2), ("b", 0.5, 7), ("c", 9.0, 1)], dtype=dt)
order = np.argsort(rows, order=["n"])
print(rows[order]["name"].tolist(), rows["x"].mean().round(3), rows[rows["n"] > 1]["x"].sum())
np.savetxt("rows.txt", rows["x"], fmt="%.2f", header="x")
print(np.loadtxt("rows.txt").tolist())
