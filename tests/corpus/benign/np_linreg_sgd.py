import numpy as np
class LinearRegressionGD:
    def __init__(self, lr=0.1, epochs=500, tol=1e-10):
        self.lr, self.epochs, self.tol = lr, epochs, tol
    def fit(self, X, y):
        X = np.c_[np.ones(len(X)), X]
        self.coef_ = np.zeros(X.shape[1])
        self.loss_ = []
        for _ in range(self.epochs):
            err = X @ self.coef_ - y
            self.coef_ -= self.lr * X.T @ err / len(y)
            self.loss_.append(float(np.mean(err ** 2)))
            if len(self.loss_) > 1 and abs(self.loss_[-2] - self.loss_[-1]) < self.tol:
                break
        return self
    def predict(self, X): return np.c_[np.ones(len(X)), X] @ self.coef_
    def score(self, X, y): return 1 - ((y - self.predict(X)) ** 2).sum() / ((y - y.mean()) ** 2).sum()
rng = np.random.default_rng(1)
X = rng.normal(size=(200, 2)); y = 3 + X @ [1.5, -2] + rng.normal(scale=.1, size=200)
m = LinearRegressionGD().fit(X, y)
print(m.coef_.round(2), round(m.score(X, y), 3), m.loss_[0] > m.loss_[-1])
