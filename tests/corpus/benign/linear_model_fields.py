import numpy as np
rng = np.random.default_rng(11)
class LinearModel:
    def __init__(self, lr=0.05, epochs=200): self.lr, self.epochs = lr, epochs
    def fit(self, X, y):
        X = np.column_stack([np.ones(len(X)), X])
        self.theta = np.zeros(X.shape[1])
        self.loss = []
        for _ in range(self.epochs):
            r = X @ self.theta - y
            self.theta -= self.lr * X.T @ r / len(y)
            self.loss.append(float((r ** 2).mean()))
        return self
    def predict(self, X): return np.column_stack([np.ones(len(X)), X]) @ self.theta
    def score(self, X, y): return 1 - ((y - self.predict(X)) ** 2).sum() / ((y - y.mean()) ** 2).sum()
    def get_params(self): return {k: v for k, v in vars(self).items() if not isinstance(v, (np.ndarray, list))}
X = rng.normal(size=(120, 2)); y = 3 + X @ [2, -1] + rng.normal(0, .1, 120)
m = LinearModel().fit(X[:90], y[:90])
print(m.theta.round(2), round(m.score(X[90:], y[90:]), 3), m.get_params(), m.loss[-1] < m.loss[0])
it = np.nditer(X[:1], flags=["multi_index"])
for v in it:
    print(it.multi_index, round(float(v), 2))
