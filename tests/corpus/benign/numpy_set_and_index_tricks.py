import numpy as np

a = np.array([7, 3, 9, 3, 1, 7, 7])
b = np.array([3, 4, 7, 8])

print("unique:", *np.unique(a), "| in both:", *np.intersect1d(a, b), "| only a:", *np.setdiff1d(a, b), "| either:", *np.union1d(a, b))
values, first, inverse, counts = np.unique(a, return_index=True, return_inverse=True, return_counts=True)
print(values.tolist(), first.tolist(), inverse.tolist(), counts.tolist())
print("isin:", np.isin(a, b).astype(int).tolist(), "where:", np.where(a > 5)[0].tolist())

grid = np.arange(24).reshape(4, 6)
print(grid[1:3, ::2].tolist(), grid[[0, 2], [1, 5]].tolist(), grid[grid % 5 == 0].tolist())
print(grid.T.shape, grid[..., -1].tolist(), np.flip(grid[0]).tolist(), np.roll(grid[0], 2).tolist())
print(np.take_along_axis(grid, np.argsort(-grid, axis=1)[:, :2], axis=1).tolist())
print(np.vstack([grid[0], grid[3]]).sum(axis=0).tolist(), np.hsplit(grid, 3)[1].ravel().tolist())
print(np.add.reduceat(np.arange(10), [0, 4, 7]).tolist(), np.cumprod([1, 2, 3, 4]).tolist(), np.diff([1, 4, 9, 16], n=2).tolist())
print(np.tile([1, 2], 3).tolist(), np.outer([1, 2], [3, 4, 5]).tolist(), np.triu(np.ones((3, 3), int)).tolist())
print(np.clip(grid[0] - 3, 0, 2).tolist(), np.ptp(a), np.argmax(a), np.median(a), np.percentile(a, 90))
