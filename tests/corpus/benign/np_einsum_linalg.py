import numpy as np
from numpy.linalg import LinAlgError, eigh, inv, lstsq, norm, qr, solve, svd
rng = np.random.default_rng(42)
A = rng.normal(size=(4, 4)); S = A @ A.T + np.eye(4)
print(np.allclose(np.einsum("ij,jk->ik", A, S), A @ S), np.einsum("ii", S).round(6) == np.trace(S).round(6))
w, v = eigh(S)
print(np.allclose(v @ np.diag(w) @ v.T, S), np.allclose(np.linalg.cholesky(S) @ np.linalg.cholesky(S).T, S), np.linalg.matrix_rank(A), norm(A).round(4))
u, s, vt = svd(A, full_matrices=False); q, r = qr(A)
print(np.allclose((u * s) @ vt, A), np.allclose(q @ r, A), np.allclose(inv(A) @ A, np.eye(4)), solve(S, np.ones(4)).shape, lstsq(A, np.ones(4), rcond=None)[2], np.linalg.cond(S) > 1, np.kron([1, 2], [1, 1]), np.outer([1, 2], [3, 4]).tolist())
try:
    inv(np.zeros((2, 2)))
except LinAlgError as e:
    print("singular:", e)
