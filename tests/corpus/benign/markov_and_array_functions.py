import numpy as np
from numpy.typing import NDArray
from numpy.linalg import norm, eigvals
from numpy import random as npr, ma
import numpy.polynomial.polynomial as poly

npr.seed(10)


def gram_schmidt(A: NDArray[np.float64]) -> NDArray[np.float64]:
    Q = np.zeros_like(A)
    for j in range(A.shape[1]):
        v = A[:, j].copy()
        for i in range(j):
            v -= Q[:, i].dot(A[:, j]) * Q[:, i]
        Q[:, j] = v / norm(v)
    return Q


def jacobi(A, b, iterations=100):
    D = np.diag(A)
    R = A - np.diagflat(D)
    x = np.zeros_like(b)
    for _ in range(iterations):
        x = (b - R @ x) / D
    return x


A = npr.rand(4, 4)
Q = gram_schmidt(A)
print(np.allclose(Q.T @ Q, np.eye(4)), np.abs(eigvals(np.array([[2.0, 1], [1, 3]]))).max().round(4))
print(jacobi(np.array([[4.0, 1], [2, 5]]), np.array([1.0, 2])).round(6))
P = np.array([[0.9, 0.1, 0.0], [0.2, 0.7, 0.1], [0.0, 0.3, 0.7]])
pi = np.linalg.matrix_power(P, 200)[0]
print(pi.round(4), np.allclose(pi @ P, pi), np.kron(np.eye(2), P).shape, np.outer([1, 2], [3, 4]).tolist(), np.cross([1, 0, 0], [0, 1, 0]))
print(poly.polyfit([0, 1, 2, 3], [1, 3, 7, 13], 2).round(3), poly.polyval(2.0, [1, 1, 1]), np.roots([1, -3, 2]), np.gradient([1, 4, 9, 16]))
L = np.linalg.cholesky(np.cov(npr.randn(3, 50)))
print(np.tril(L).shape, np.split(np.arange(6), 3), np.tile([1, 2], 2), np.repeat([1, 2], [2, 1]), np.roll([1, 2, 3], 1), np.flip([1, 2]), np.diff([1, 4, 9], n=2))
print(np.isin([1, 5], [5, 6]), np.setdiff1d([1, 2, 3], [2]), np.intersect1d([1, 2], [2, 3]), np.union1d([1], [2]), np.argwhere(np.eye(2)), np.searchsorted([1, 3, 5], 4), np.lexsort(([1, 0, 2], [0, 0, 1])), np.partition([3, 1, 2], 1)[0])
print(np.unravel_index(5, (2, 3)), np.ravel_multi_index((1, 2), (2, 3)), np.broadcast_to([1, 2], (2, 2)).sum(), np.expand_dims([1], 0).shape, np.squeeze([[1]]).shape, np.moveaxis(np.zeros((1, 2, 3)), 0, -1).shape, np.stack([[1], [2]], axis=1), np.array_split(np.arange(5), 2)[0], np.meshgrid([1, 2], [3])[0], np.finfo(float).eps, np.iinfo("int32").max, np.float32(1.5).item(), np.int64(3) // 2, np.bool_(True), np.nan_to_num([np.nan, np.inf], posinf=9), np.lib.stride_tricks.sliding_window_view(np.arange(5), 3).mean(axis=1))
np.savetxt("matrix.csv", P, delimiter=",", fmt="%.3f", header="a,b,c", comments="")
M = np.loadtxt("matrix.csv", delimiter=",", skiprows=1)
G = np.genfromtxt("climate.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
print(M.shape, G["temp_c"].mean().round(2), G.dtype.names)
np.random.shuffle(M)
print(np.random.permutation(4).size, np.random.choice([1, 2, 3], p=[0.2, 0.3, 0.5]) in (1, 2, 3), np.random.poisson(3, 2).shape, np.random.multivariate_normal([0, 0], np.eye(2), 5).shape)
