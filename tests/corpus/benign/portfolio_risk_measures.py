"""Portfolio risk."""
from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Final, Mapping, Sequence

import numpy as np
import pandas as pd

TRADING_DAYS: Final[int] = 252


@dataclass
class Portfolio:
    weights: Mapping[str, float]
    prices: pd.DataFrame = field(repr=False)
    _returns: pd.DataFrame = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not math.isclose(sum(self.weights.values()), 1.0, rel_tol=1e-9):
            raise ValueError("weights must sum to 1")
        self._returns = np.log(self.prices / self.prices.shift(1)).dropna()

    @property
    def returns(self) -> pd.Series:
        return self._returns[list(self.weights)].dot(pd.Series(self.weights))

    def annualised(self) -> tuple[float, float]:
        r = self.returns
        return r.mean() * TRADING_DAYS, r.std() * math.sqrt(TRADING_DAYS)

    def sharpe(self, rf: float = 0.02) -> float:
        mu, sigma = self.annualised()
        return (mu - rf) / sigma

    def var(self, level: float = 0.95) -> float:
        return float(-np.percentile(self.returns, (1 - level) * 100))

    def cvar(self, level: float = 0.95) -> float:
        cutoff = -self.var(level)
        return float(-self.returns[self.returns <= cutoff].mean())

    def max_drawdown(self) -> float:
        wealth = np.exp(self.returns.cumsum())
        return float((wealth / wealth.cummax() - 1).min())


def bootstrap_var(returns: Sequence[float], n: int = 500, seed: int = 0) -> tuple[float, float]:
    rng = np.random.default_rng(seed)
    samples = rng.choice(np.asarray(returns), size=(n, len(returns)), replace=True)
    vars_ = -np.quantile(samples, 0.05, axis=1)
    return tuple(np.quantile(vars_, [0.025, 0.975]).round(5))


prices = pd.read_csv("closing.csv", index_col="date", parse_dates=True)
p = Portfolio({"AAA": 0.5, "BBB": 0.3, "CCC": 0.2}, prices)
mu, sigma = p.annualised()
print(f"{mu=:.4f} {sigma=:.4f} sharpe={p.sharpe():.2f}")
print(json.dumps({"var": p.var(), "cvar": p.cvar(), "mdd": p.max_drawdown(), "ci": bootstrap_var(p.returns)}, default=float))
print(p)
weekly = prices.resample("W-FRI").last().pct_change().dropna(how="all")
print(weekly.corr().round(2), prices.ewm(span=20).mean().iloc[-1].round(2).to_dict())
print(prices.rolling("30D").std().tail(1), prices["AAA"].expanding().max().iloc[-1], prices.diff().abs().idxmax().dt.strftime("%d/%m").to_dict())
