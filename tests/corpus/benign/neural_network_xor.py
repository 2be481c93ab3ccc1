import numpy as np

np.random.seed(42)

X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
y = np.array([[0], [1], [1], [0]], dtype=float)


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


W1 = np.random.normal(0, 1, (2, 8))
b1 = np.zeros((1, 8))
W2 = np.random.normal(0, 1, (8, 1))
b2 = np.zeros((1, 1))
learning_rate = 1.0

for epoch in range(4001):
    # forward pass
    hidden = np.tanh(X @ W1 + b1)
    output = sigmoid(hidden @ W2 + b2)
    # backward pass
    d_out = output - y
    d_hidden = (d_out @ W2.T) * (1 - hidden ** 2)
    W2 -= learning_rate * hidden.T @ d_out / len(X)
    b2 -= learning_rate * d_out.mean(axis=0, keepdims=True)
    W1 -= learning_rate * X.T @ d_hidden / len(X)
    b1 -= learning_rate * d_hidden.mean(axis=0, keepdims=True)

loss = -np.mean(y * np.log(output) + (1 - y) * np.log(1 - output))
print("predictions:", (output > 0.5).astype(int).ravel().tolist())
print("loss below 0.05:", bool(loss < 0.05))
