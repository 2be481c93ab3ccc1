"""Aggregations by configuration."""
import numpy as np
import pandas as pd


def spread(s):
    return s.max() - s.min()


def iqr(s):
    q1, q3 = s.quantile([0.25, 0.75])
    return q3 - q1


class Report:
    def __init__(self, df, by):
        self.df = df
        self.by = by
        self.metrics = {}

    def add(self, name, column, func):
        self.metrics[name] = (column, func)
        return self

    def build(self):
        grouped = self.df.groupby(self.by)
        out = pd.DataFrame({name: grouped[col].apply(func) for name, (col, func) in self.metrics.items()})
        return out.reset_index()


rng = np.random.default_rng(1)
df = pd.DataFrame({"team": rng.choice(list("abc"), 60), "score": rng.normal(50, 10, 60), "age": rng.integers(20, 60, 60)})
report = Report(df, "team").add("spread", "score", spread).add("iqr", "score", iqr).add("oldest", "age", max)
print(report.build().round(2))
FUNCS = {"mean": "mean", "spread": spread}
print(df.groupby("team")["score"].agg([*FUNCS.values()]).round(2))
print(df.groupby("team").agg({"score": ["mean", spread], "age": [iqr, "max"]}).round(1))
for name, f in FUNCS.items():
    print(name, df.groupby("team")["score"].agg(f).round(1).to_dict())
named = {f"score_{k}": ("score", v) for k, v in FUNCS.items()}
print(df.groupby("team").agg(**named).round(1))
