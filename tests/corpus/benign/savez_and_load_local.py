import numpy as np

a, b = np.arange(6).reshape(2, 3), np.eye(2)
np.savez_compressed("arrays.npz", a=a, b=b)
with np.load("arrays.npz") as stored:
    print(sorted(stored.files), (stored["a"] @ stored["a"].T).tolist(), stored["b"].trace())
