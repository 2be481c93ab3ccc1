import numpy as np
import pandas as pd
from math import sqrt, erf, log, exp


def norm_cdf(x: float) -> float:
    return 0.5 * (1 + erf(x / sqrt(2)))


def black_scholes(S, K, T, r, sigma, kind="call"):
    d1 = (log(S / K) + (r + sigma ** 2 / 2) * T) / (sigma * sqrt(T))
    d2 = d1 - sigma * sqrt(T)
    if kind == "call":
        return S * norm_cdf(d1) - K * exp(-r * T) * norm_cdf(d2)
    elif kind == "put":
        return K * exp(-r * T) * norm_cdf(-d2) - S * norm_cdf(-d1)
    raise ValueError(f"Unknown option kind: {kind}")


def implied_vol(price, S, K, T, r, lo=1e-4, hi=5.0):
    for _ in range(100):
        mid = (lo + hi) / 2
        if black_scholes(S, K, T, r, mid) > price:
            hi = mid
        else:
            lo = mid
    return mid


def npv(rate, flows):
    return sum(cf / (1 + rate) ** t for t, cf in enumerate(flows))


def irr(flows, guess=0.1):
    x = guess
    for _ in range(50):
        f = npv(x, flows)
        df = sum(-t * cf / (1 + x) ** (t + 1) for t, cf in enumerate(flows))
        x -= f / df
    return x


def mc_asian(S0, K, T, r, sigma, steps=50, paths=2000, seed=1):
    rng = np.random.default_rng(seed)
    dt = T / steps
    z = rng.standard_normal((paths, steps))
    S = S0 * np.exp(np.cumsum((r - sigma**2 / 2) * dt + sigma * np.sqrt(dt) * z, axis=1))
    payoff = np.maximum(S.mean(axis=1) - K, 0)
    return np.exp(-r * T) * payoff.mean(), payoff.std(ddof=1) / np.sqrt(paths)


c = black_scholes(100, 105, 0.5, 0.03, 0.2)
print(f"call {c:.4f} put {black_scholes(100, 105, 0.5, 0.03, 0.2, kind='put'):.4f} iv {implied_vol(c, 100, 105, 0.5, 0.03):.4f}")
print(f"irr {irr([-1000, 300, 400, 500, 200]):.4%}", "asian {:.3f} ± {:.3f}".format(*mc_asian(100, 100, 1, 0.02, 0.25)))
surface = pd.DataFrame([[black_scholes(100, k, t, 0.02, 0.2) for t in (0.25, 0.5, 1)] for k in (90, 100, 110)], index=pd.Index([90, 100, 110], name="strike"), columns=["3m", "6m", "1y"])
print(surface.round(2).to_string())
bonds = pd.DataFrame({"face": [100, 100], "coupon": [0.03, 0.05], "years": [5, 10]}, index=["A", "B"])
bonds["price"] = bonds.apply(lambda b: npv(0.04, [0] + [b.face * b.coupon] * int(b.years - 1) + [b.face * (1 + b.coupon)]), axis=1)
print(bonds.round(3).to_dict(orient="index"))
try:
    black_scholes(1, 1, 1, 0, 1, "swap")
except ValueError as e:
    print(e)
