import numpy as np

rng = np.random.default_rng(seed=42)


def ols(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, float]:
    """Ordinary least squares with an intercept; returns (coef, r2)."""
    A = np.column_stack([np.ones(len(X)), X])
    coef, residuals, rank, sv = np.linalg.lstsq(A, y, rcond=None)
    pred = A @ coef
    ss_res = ((y - pred) ** 2).sum()
    ss_tot = ((y - y.mean()) ** 2).sum()
    return coef, 1 - ss_res / ss_tot


def power_iteration(M: np.ndarray, steps: int = 200, tol: float = 1e-10):
    v = rng.standard_normal(M.shape[0])
    v /= np.linalg.norm(v)
    value = 0.0
    for _ in range(steps):
        w = M @ v
        new = float(v @ w)
        v = w / np.linalg.norm(w)
        if abs(new - value) < tol:
            break
        value = new
    return value, v


X = rng.normal(size=(200, 3))
y = X @ np.array([1.5, -2.0, 0.7]) + 3 + rng.normal(scale=0.1, size=200)
coef, r2 = ols(X, y)
with np.printoptions(precision=3, suppress=True):
    print("coef", coef, "r2", round(r2, 4))
    C = np.cov(X, rowvar=False)
    vals, vecs = np.linalg.eigh(C)
    top, vec = power_iteration(C)
    print(vals[::-1], top)
    U, s, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    print("explained", s**2 / (s**2).sum())
    q, r = np.linalg.qr(X[:5])
    print(np.allclose(q @ r, X[:5]), np.linalg.det(C) > 0, np.linalg.matrix_rank(C))
    print(np.einsum("ij,ij->i", X[:4], X[:4]))
    print(np.linalg.solve(C, np.ones(3)), np.linalg.inv(C).diagonal(), np.trace(C))
try:
    np.linalg.inv(np.zeros((2, 2)))
except np.linalg.LinAlgError as err:
    print("singular:", err)
