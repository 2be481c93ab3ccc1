import json
import math

import numpy as np


def black_scholes_call(s, k, r, sigma, t):
    d1 = (math.log(s / k) + (r + sigma**2 / 2) * t) / (sigma * math.sqrt(t))
    d2 = d1 - sigma * math.sqrt(t)
    phi = lambda x: 0.5 * (1 + math.erf(x / math.sqrt(2)))
    return s * phi(d1) - k * math.exp(-r * t) * phi(d2)


def simulate_call(s, k, r, sigma, t, n, seed):
    rng = np.random.default_rng(seed)
    z = rng.standard_normal(n)
    z = np.concatenate([z, -z])  # antithetic
    terminal = s * np.exp((r - 0.5 * sigma**2) * t + sigma * np.sqrt(t) * z)
    payoff = np.maximum(terminal - k, 0) * np.exp(-r * t)
    return payoff.mean(), payoff.std(ddof=1) / np.sqrt(payoff.size)


params = dict(s=100.0, k=105.0, r=0.03, sigma=0.25, t=0.5)
exact = black_scholes_call(**params)
estimate, error = simulate_call(**params, n=50_000, seed=99)
print(json.dumps({
    "exact": round(exact, 4),
    "estimate": round(float(estimate), 3),
    "within_3_se": bool(abs(estimate - exact) < 3 * error),
}))
