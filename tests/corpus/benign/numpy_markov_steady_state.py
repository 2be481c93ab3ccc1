import json
import numpy as np

states = ["sunny", "cloudy", "rain"]
P = np.array([[0.7, 0.2, 0.1], [0.3, 0.4, 0.3], [0.2, 0.5, 0.3]])
assert np.allclose(P.sum(axis=1), 1)

values, vectors = np.linalg.eig(P.T)
steady = np.real(vectors[:, np.argmin(np.abs(values - 1))])
steady /= steady.sum()

rng = np.random.default_rng(0)
state, visits = 0, np.zeros(3, int)
for _ in range(5000):
    state = rng.choice(3, p=P[state])
    visits[state] += 1

Q = P[:2, :2]
hitting = np.linalg.solve(np.eye(2) - Q, np.ones(2))
print(json.dumps({
    "steady": dict(zip(states, steady.round(4).tolist())),
    "simulated_close": bool(np.abs(visits / 5000 - steady).max() < 0.03),
    "week_from_rain": np.linalg.matrix_power(P, 7)[2].round(4).tolist(),
    "days_until_rain": dict(zip(states, hitting.round(3).tolist())),
}))
