import numpy as np


class Layer:
    params = ()

    def forward(self, x):
        raise NotImplementedError

    def backward(self, grad):
        raise NotImplementedError

    def apply_gradients(self, lr):
        for name in self.params:
            value = getattr(self, name)
            value -= lr * getattr(self, "d" + name)


class Dense(Layer):
    params = ("W", "b")

    def __init__(self, n_in, n_out, rng):
        self.W = rng.normal(0, np.sqrt(2 / n_in), (n_in, n_out))
        self.b = np.zeros(n_out)

    def forward(self, x):
        self.x = x
        return x @ self.W + self.b

    def backward(self, grad):
        self.dW = self.x.T @ grad
        self.db = grad.sum(axis=0)
        return grad @ self.W.T


class Activation(Layer):
    def __init__(self, fn, derivative):
        self.fn, self.derivative = fn, derivative

    def forward(self, x):
        self.out = self.fn(x)
        return self.out

    def backward(self, grad):
        return grad * self.derivative(self.out)


ACTIVATIONS = {
    "tanh": (np.tanh, lambda y: 1 - y ** 2),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), lambda y: y * (1 - y)),
}


class Network:
    def __init__(self, sizes, activation="tanh", seed=0):
        rng = np.random.default_rng(seed)
        self.layers = []
        for a, b in zip(sizes, sizes[1:]):
            self.layers += [Dense(a, b, rng), Activation(*ACTIVATIONS[activation])]

    def predict(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def fit(self, x, y, lr=0.1, epochs=500):
        losses = []
        for _ in range(epochs):
            out = self.predict(x)
            grad = 2 * (out - y) / len(x)
            for layer in reversed(self.layers):
                grad = layer.backward(grad)
            for layer in self.layers:
                layer.apply_gradients(lr)
            losses.append(float(np.mean((out - y) ** 2)))
        return losses


X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float)
y = np.array([[0], [1], [1], [0]], float)
net = Network([2, 8, 1], "sigmoid", seed=1)
losses = net.fit(X, y, lr=2.0, epochs=2000)
print(losses[0] > losses[-1], net.predict(X).round(2).ravel())
