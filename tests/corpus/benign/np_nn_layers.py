import numpy as np
class Layer:
    def forward(self, x): raise NotImplementedError
    def backward(self, g): raise NotImplementedError
class Dense(Layer):
    def __init__(self, n, m, rng): self.W, self.b = rng.normal(size=(n, m)) * .5, np.zeros(m)
    def forward(self, x): self.x = x; return x @ self.W + self.b
    def backward(self, g):
        self.dW, self.db = self.x.T @ g, g.sum(0)
        return g @ self.W.T
class ReLU(Layer):
    def forward(self, x): self.mask = x > 0; return x * self.mask
    def backward(self, g): return g * self.mask
class Model:
    def __init__(self, *layers): self.layers = layers
    def __call__(self, x):
        for l in self.layers: x = l.forward(x)
        return x
    def step(self, g, lr):
        for l in reversed(self.layers):
            g = l.backward(g)
            if hasattr(l, "W"):
                l.W -= lr * l.dW; l.b -= lr * l.db
    def eval(self): return self
    def compile(self, loss="mse"): self.loss = loss; return self
rng = np.random.default_rng(0)
X = rng.uniform(-1, 1, (256, 1)); Y = np.abs(X)
net = Model(Dense(1, 8, rng), ReLU(), Dense(8, 1, rng)).compile(loss="mse")
for e in range(300):
    out = net(X); net.step(2 * (out - Y) / len(X), .1)
print(float(((net.eval()(X) - Y) ** 2).mean()) < .02, net.loss)
