from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import pandas as pd


class Step(Protocol):
    def fit(self, df: pd.DataFrame) -> "Step": ...
    def transform(self, df: pd.DataFrame) -> pd.DataFrame: ...


@dataclass
class Scaler:
    columns: list[str]
    means: dict[str, float] = field(default_factory=dict)
    stds: dict[str, float] = field(default_factory=dict)

    def fit(self, df):
        for c in self.columns:
            self.means[c] = float(df[c].mean())
            self.stds[c] = float(df[c].std(ddof=0)) or 1.0
        return self

    def transform(self, df):
        out = df.copy()
        for c in self.columns:
            out[c] = (out[c] - self.means[c]) / self.stds[c]
        return out


@dataclass
class Imputer:
    strategy: str = "median"
    values: dict[str, Any] = field(default_factory=dict)

    def fit(self, df):
        for c in df.select_dtypes(include=np.number).columns:
            self.values[c] = df[c].median() if self.strategy == "median" else df[c].mean()
        return self

    def transform(self, df):
        return df.fillna(self.values)


class Pipeline:
    def __init__(self, steps: list[tuple[str, Step]]):
        self.steps = steps

    def fit_transform(self, df):
        for name, step in self.steps:
            df = step.fit(df).transform(df)
            print(f"{name}: {df.shape}")
        return df

    def transform(self, df):
        for _, step in self.steps:
            df = step.transform(df)
        return df


if __name__ == "__main__":
    data = pd.DataFrame({"x": [1.0, 2.0, np.nan, 4.0], "y": [10.0, np.nan, 30.0, 40.0]})
    pipe = Pipeline([("impute", Imputer()), ("scale", Scaler(["x", "y"]))])
    print(pipe.fit_transform(data).round(3))
    print(pipe.transform(data.head(2)).round(3))
