import numpy as np

A = np.array([[1.0, 1, 0], [1, 0, 1], [0, 1, 1], [1, 1, 1]])


def gram_schmidt(a):
    q = np.zeros_like(a)
    r = np.zeros((a.shape[1], a.shape[1]))
    for j in range(a.shape[1]):
        v = a[:, j].copy()
        for i in range(j):
            r[i, j] = q[:, i] @ a[:, j]
            v -= r[i, j] * q[:, i]
        r[j, j] = np.linalg.norm(v)
        q[:, j] = v / r[j, j]
    return q, r


Q, R = gram_schmidt(A)
print("orthonormal:", np.allclose(Q.T @ Q, np.eye(3)), "| product:", np.allclose(Q @ R, A))
print(np.array2string(R, precision=4, suppress_small=True))

b = np.array([1.0, 2, 3, 4])
x = np.linalg.solve(R, Q.T @ b)
print("least squares:", x.round(4).tolist(), "agrees:", np.allclose(x, np.linalg.pinv(A) @ b))
L = np.linalg.cholesky(A.T @ A)
print("cholesky diagonal:", np.diag(L).round(4).tolist(), "= |R|:", np.allclose(L.T, R))
