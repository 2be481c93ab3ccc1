import json
import random


class Perceptron:
    def __init__(self, n_inputs, seed=0):
        rng = random.Random(seed)
        self.weights = [rng.uniform(-0.1, 0.1) for _ in range(n_inputs)]
        self.bias = 0.0
        self.training = True

    def train(self):
        self.training = True
        return self

    def eval(self):
        self.training = False
        return self

    def forward(self, x):
        return int(sum(w * v for w, v in zip(self.weights, x)) + self.bias > 0)

    def update(self, x, target, lr=0.1):
        if not self.training:
            raise RuntimeError("model is in evaluation mode")
        error = target - self.forward(x)
        self.weights = [w + lr * error * v for w, v in zip(self.weights, x)]
        self.bias += lr * error
        return abs(error)


samples = [([a, b], int(a + b > 1.1)) for a in (0, 0.25, 0.5, 0.75, 1) for b in (0, 0.3, 0.6, 0.9)]
model = Perceptron(2, seed=4).train()
for epoch in range(1, 200):
    if sum(model.update(x, t) for x, t in samples) == 0:
        break

model.eval()
accuracy = sum(model.forward(x) == t for x, t in samples) / len(samples)
print(json.dumps({"converged_after": epoch, "accuracy": accuracy, "training": model.training}))
