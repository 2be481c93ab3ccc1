import json
import numpy as np

rng = np.random.default_rng(7)
x = np.linspace(0, 10, 60)
y = 1.5 - 0.8 * x + 0.12 * x**2 + rng.normal(0, 0.3, x.size)

A = np.vander(x, 3, increasing=True)
coef, residuals, rank, sv = np.linalg.lstsq(A, y, rcond=None)
fitted = A @ coef
r2 = 1 - ((y - fitted) ** 2).sum() / ((y - y.mean()) ** 2).sum()

print(json.dumps({
    "coefficients": np.round(coef, 3).tolist(),
    "rank": int(rank),
    "r_squared": round(float(r2), 4),
    "rmse": round(float(np.sqrt(np.mean((y - fitted) ** 2))), 4),
}))
