import numpy as np


class KalmanFilter1D:
    """Constant-velocity Kalman filter."""

    def __init__(self, dt=1.0, q=0.01, r=1.0):
        self.F = np.array([[1, dt], [0, 1]])
        self.H = np.array([[1.0, 0.0]])
        self.Q = q * np.array([[dt**4 / 4, dt**3 / 2], [dt**3 / 2, dt**2]])
        self.R = np.array([[r]])
        self.x = np.zeros((2, 1))
        self.P = np.eye(2) * 500

    def predict(self):
        self.x = self.F @ self.x
        self.P = self.F @ self.P @ self.F.T + self.Q

    def update(self, z):
        y = np.atleast_2d(z) - self.H @ self.x
        S = self.H @ self.P @ self.H.T + self.R
        K = self.P @ self.H.T @ np.linalg.inv(S)
        self.x += K @ y
        self.P = (np.eye(2) - K @ self.H) @ self.P
        return self.x.ravel()


class KMeans:
    def __init__(self, k, max_iter=100, seed=None):
        self.k, self.max_iter, self.seed = k, max_iter, seed

    def fit(self, X):
        rng = np.random.default_rng(self.seed)
        self.centers_ = X[rng.choice(len(X), self.k, replace=False)]
        for i in range(self.max_iter):
            d = np.linalg.norm(X[:, None, :] - self.centers_[None, :, :], axis=2)
            self.labels_ = d.argmin(axis=1)
            new = np.array([X[self.labels_ == j].mean(axis=0) for j in range(self.k)])
            if np.allclose(new, self.centers_):
                break
            self.centers_ = new
        self.inertia_ = float((d.min(axis=1) ** 2).sum())
        return self

    def predict(self, X):
        return np.argmin(((X[:, np.newaxis] - self.centers_) ** 2).sum(-1), axis=1)


rng = np.random.default_rng(0)
truth = 0.5 * np.arange(50)
kf = KalmanFilter1D()
est = []
for z in truth + rng.normal(0, 1, 50):
    kf.predict()
    est.append(kf.update(z))
est = np.vstack(est)
print(f"velocity {est[-1, 1]:.3f} rmse {np.sqrt(((est[10:, 0] - truth[10:]) ** 2).mean()):.3f}")
blobs = np.concatenate([rng.normal(loc=c, scale=0.3, size=(30, 2)) for c in [(0, 0), (3, 3), (0, 4)]])
rng.shuffle(blobs)
km = KMeans(3, seed=2).fit(blobs)
print(km.centers_.round(1).tolist(), np.bincount(km.labels_), km.inertia_ > 0, km.predict(np.array([[3, 3.1]])))


def gradient_descent(f, grad, x0, lr=0.1, tol=1e-8, max_iter=1000):
    x = np.asarray(x0, dtype=float)
    for i in range(max_iter):
        step = lr * grad(x)
        x = x - step
        if np.abs(step).max() < tol:
            break
    return x, f(x), i


def newton(f, df, x, n=20):
    while n and abs(fx := f(x)) > 1e-12:
        x -= fx / df(x)
        n -= 1
    return x


sol, val, it = gradient_descent(lambda v: ((v - 3) ** 2).sum(), lambda v: 2 * (v - 3), [0, 10])
print(sol.round(4), f"{val:.2e}", it, newton(lambda t: t * t - 2, lambda t: 2 * t, 1.0))
sig = lambda z: 1 / (1 + np.exp(-z))
w = np.zeros(3)
X = np.hstack([np.ones((90, 1)), blobs])
yb = (blobs.sum(1) > 3).astype(int)
for epoch in range(300):
    w -= 0.1 * X.T @ (sig(X @ w) - yb) / len(yb)
print("accuracy", ((sig(X @ w) > 0.5) == yb).mean().round(3))
