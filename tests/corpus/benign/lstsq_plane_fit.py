import numpy as np

rng = np.random.default_rng(0)
pts = rng.uniform(-1, 1, size=(50, 2))
z = 2 * pts[:, 0] - 3 * pts[:, 1] + 0.5
A = np.column_stack([pts, np.ones(len(pts))])
coef, residual, rank, _ = np.linalg.lstsq(A, z, rcond=None)
print(coef.round(6).tolist(), rank, np.allclose(A @ coef, z))
