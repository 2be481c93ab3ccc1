import numpy as np

# Simple neural network from scratch for XOR


class Layer:
    def __init__(self, n_in, n_out, rng):
        self.W = rng.normal(0, np.sqrt(2 / n_in), (n_in, n_out))
        self.b = np.zeros((1, n_out))

    def forward(self, x):
        self.x = x
        return x @ self.W + self.b

    def backward(self, grad, lr):
        dx = grad @ self.W.T
        self.W -= lr * self.x.T @ grad
        self.b -= lr * grad.sum(axis=0, keepdims=True)
        return dx


class Tanh:
    def forward(self, x):
        self.out = np.tanh(x)
        return self.out

    def backward(self, grad, lr):
        return grad * (1 - self.out ** 2)


class Network:
    def __init__(self, *layers):
        self.layers = layers
        self.history = []

    def predict(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def fit(self, X, y, epochs=2000, lr=0.1, verbose=False):
        for epoch in range(epochs):
            out = self.predict(X)
            loss = np.mean((out - y) ** 2)
            grad = 2 * (out - y) / len(X)
            for layer in reversed(self.layers):
                grad = layer.backward(grad, lr)
            self.history.append(loss)
            if verbose and epoch % 500 == 0:
                print(f"epoch {epoch:5d} loss {loss:.5f}")
        return self


rng = np.random.default_rng(1)
X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.float64)
y = np.array([[0], [1], [1], [0]])
net = Network(Layer(2, 8, rng), Tanh(), Layer(8, 1, rng)).fit(X, y, verbose=True)
print(np.round(net.predict(X)).astype(int).ravel().tolist(), net.history[-1] < net.history[0])


def confusion(y_true, y_pred, labels=None):
    labels = np.unique(np.concatenate([y_true, y_pred])) if labels is None else labels
    m = np.zeros((len(labels), len(labels)), int)
    for t, p in zip(y_true, y_pred):
        m[np.where(labels == t)[0][0], np.where(labels == p)[0][0]] += 1
    return m


def roc_auc(y_true, score):
    order = np.argsort(score)
    ranks = np.empty(len(score))
    ranks[order] = np.arange(1, len(score) + 1)
    n1 = (y_true == 1).sum()
    n0 = len(y_true) - n1
    return (ranks[y_true == 1].sum() - n1 * (n1 + 1) / 2) / (n0 * n1)


def kfold(n, k, seed=0):
    idx = np.random.default_rng(seed).permutation(n)
    for fold in np.array_split(idx, k):
        yield np.setdiff1d(idx, fold), fold


yt = rng.integers(0, 2, 100)
sc = yt * 0.5 + rng.random(100)
print(confusion(yt, (sc > 0.7).astype(int)), roc_auc(yt, sc).round(3), [len(t) for _, t in kfold(10, 3)])
