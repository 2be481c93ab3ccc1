import numpy as np

data = np.concatenate([np.arange(10), np.full(10, 3)])
counts, edges = np.histogram(data, bins=5, range=(0, 10))
p = counts[counts > 0] / counts.sum()
print(counts.tolist(), edges[[0, -1]].tolist(), round(float(-(p * np.log2(p)).sum()), 4))
values, where, times = np.unique(data, return_index=True, return_counts=True)
print(values[times.argmax()], np.percentile(data, [25, 50, 75]).tolist())
