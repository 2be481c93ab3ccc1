import json
import numpy as np


def kmeans(points: np.ndarray, k: int, iterations: int = 50, seed: int = 0):
    rng = np.random.default_rng(seed)
    centres = points[rng.choice(len(points), size=k, replace=False)]
    for _ in range(iterations):
        distances = np.linalg.norm(points[:, None, :] - centres[None, :, :], axis=2)
        labels = distances.argmin(axis=1)
        updated = np.array([points[labels == j].mean(axis=0) if (labels == j).any() else centres[j] for j in range(k)])
        if np.allclose(updated, centres):
            break
        centres = updated
    inertia = float((distances.min(axis=1) ** 2).sum())
    return labels, centres, inertia


data = np.loadtxt("points.csv", delimiter=",", skiprows=1, usecols=(0, 1))
truth = np.loadtxt("points.csv", delimiter=",", skiprows=1, usecols=2, dtype=str)

best = min((kmeans(data, 3, seed=s) for s in range(8)), key=lambda r: r[2])
labels, centres, inertia = best
purity = sum(max(np.sum(truth[labels == j] == t) for t in np.unique(truth)) for j in range(3)) / len(data)
order = np.lexsort(centres.T)
print(json.dumps({"inertia": round(inertia, 3), "purity": round(float(purity), 3), "centres": centres[order].round(2).tolist()}))
