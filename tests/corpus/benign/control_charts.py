import numpy as np
import json

# Process control charts
rng = np.random.default_rng(17)
samples = rng.normal(50, 1.2, size=(25, 5))
samples[18] += 3
xbar = samples.mean(axis=1)
rbar = np.ptp(samples, axis=1).mean()
A2, D3, D4 = 0.577, 0, 2.114
limits = dict(cl=xbar.mean(), ucl=xbar.mean() + A2 * rbar, lcl=xbar.mean() - A2 * rbar)
violations = np.flatnonzero((xbar > limits["ucl"]) | (xbar < limits["lcl"]))
print({k: round(float(v), 3) for k, v in limits.items()}, violations.tolist())


def western_electric(z):
    """Return the indices that break rules 1 to 4."""
    rules = {}
    rules[1] = np.where(np.abs(z) > 3)[0]
    rules[2] = [i for i in range(2, len(z)) if sum(z[i - 2 : i + 1] > 2) >= 2 or sum(z[i - 2 : i + 1] < -2) >= 2]
    rules[3] = [i for i in range(4, len(z)) if (z[i - 4 : i + 1] > 1).sum() >= 4]
    rules[4] = [i for i in range(7, len(z)) if np.all(z[i - 7 : i + 1] > 0) or np.all(z[i - 7 : i + 1] < 0)]
    return {k: list(map(int, v)) for k, v in rules.items()}


z = (xbar - xbar.mean()) / (rbar / 2.326 / np.sqrt(5))
print(json.dumps(western_electric(z)))
lam, L = 0.2, 2.7
ewma = np.empty_like(xbar)
ewma[0] = xbar[0]
for i in range(1, xbar.size):
    ewma[i] = lam * xbar[i] + (1 - lam) * ewma[i - 1]
print(ewma[-3:].round(2))
usl, lsl = 54, 46
sigma = samples.std(ddof=1)
cpk = min(usl - samples.mean(), samples.mean() - lsl) / (3 * sigma)
print(f"Cp={(usl - lsl) / (6 * sigma):.2f} Cpk={cpk:.2f} ppm={np.mean((samples > usl) | (samples < lsl)) * 1e6:.0f}")
for i, row in enumerate(samples[:3]):
    print(f"{i:2d}: " + " ".join(f"{v:6.2f}" for v in row) + f" | {row.mean():.2f}")
print(np.array_repr(xbar[:3].round(1)), xbar.argmax(), np.median(xbar).round(2), np.quantile(samples, [0.25, 0.75], axis=None).round(2), np.count_nonzero(samples > 50), np.all(np.isfinite(samples)), samples.flatten().shape, samples.tolist()[0][0] > 0, samples.astype(np.float32).nbytes)
