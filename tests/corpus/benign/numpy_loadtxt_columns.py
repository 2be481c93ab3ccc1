import numpy as np

x, y = np.loadtxt("points.csv", delimiter=",", skiprows=1, usecols=(0, 1), unpack=True)
labels = np.genfromtxt("points.csv", delimiter=",", skip_header=1, usecols=2, dtype="U1")

for label in np.unique(labels):
    inside = labels == label
    cx, cy = x[inside].mean(), y[inside].mean()
    spread = np.sqrt(((x[inside] - cx) ** 2 + (y[inside] - cy) ** 2).mean())
    print(f"{label}: centre ({cx:.2f}, {cy:.2f}), rms radius {spread:.2f}, n = {inside.sum()}")

counts, edges = np.histogram(x, bins=6, range=(-2, 7))
for n, left in zip(counts, edges):
    print(f"{left:5.1f} {'o' * n}")

np.savetxt("centred.csv", np.column_stack([x - x.mean(), y - y.mean()]), fmt="%.4f", delimiter=",", header="x,y", comments="")
back = np.loadtxt("centred.csv", delimiter=",", skiprows=1)
print(back.shape, bool(np.allclose(back.mean(axis=0), 0, atol=1e-3)))
