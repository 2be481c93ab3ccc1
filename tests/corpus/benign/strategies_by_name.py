"""Strategies over a price series."""
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import pandas as pd


class Strategy(ABC):
    name = "base"

    @abstractmethod
    def signals(self, prices: pd.Series) -> pd.Series: ...

    def apply(self, prices: pd.Series) -> pd.Series:
        returns = prices.pct_change().fillna(0)
        return returns * self.signals(prices).shift(1).fillna(0)


class BuyAndHold(Strategy):
    name = "hold"

    def signals(self, prices):
        return pd.Series(1.0, index=prices.index)


class Crossover(Strategy):
    name = "crossover"

    def __init__(self, fast=5, slow=20):
        self.fast, self.slow = fast, slow

    def signals(self, prices):
        return (prices.rolling(self.fast).mean() > prices.rolling(self.slow).mean()).astype(float)


@dataclass
class Result:
    name: str
    total: float
    sharpe: float

    def __str__(self):
        return f"{self.name:<10} {self.total:>8.2%} {self.sharpe:>6.2f}"


class Backtest:
    def __init__(self, prices):
        self.prices = prices
        self.strategies = {}

    def register(self, strategy):
        self.strategies[strategy.name] = strategy
        return self

    def run(self):
        out = []
        for name, strategy in self.strategies.items():
            r = strategy.apply(self.prices)
            sharpe = r.mean() / r.std() * np.sqrt(252) if r.std() else 0.0
            out.append(Result(name, (1 + r).prod() - 1, sharpe))
        return sorted(out, key=lambda x: -x.total)


rng = np.random.default_rng(0)
prices = pd.Series(100 * np.exp(np.cumsum(rng.normal(0.0005, 0.01, 250))), index=pd.date_range("2025-01-01", periods=250, freq="B"))
for res in Backtest(prices).register(BuyAndHold()).register(Crossover(10, 30)).run():
    print(res)
