"""Reports from declared measures, with own aggregations in a mapping."""
import numpy as np
import pandas as pd


def p90(x):
    return np.percentile(x, 90)


def cv(x):
    return x.std() / x.mean() if x.mean() else np.nan


class Measure:
    registry = {}

    def __init__(self, label, column, func):
        self.label, self.column, self.func = label, column, func
        Measure.registry[label] = self

    def apply(self, frame):
        return self.func(frame[self.column])


class Summary:
    def __init__(self, frame, *measures):
        self.frame = frame
        self.measures = measures

    def by(self, key):
        rows = []
        for value, part in self.frame.groupby(key):
            rows.append({key: value, **{m.label: m.apply(part) for m in self.measures}})
        return pd.DataFrame(rows).set_index(key)

    def total(self):
        return pd.Series({m.label: m.apply(self.frame) for m in self.measures})


Measure("p90", "ms", p90)
Measure("cv", "ms", cv)
Measure("errors", "failed", lambda s: int(s.sum()))
rng = np.random.default_rng(2)
log = pd.DataFrame({"host": rng.choice(["x", "y"], 100), "ms": rng.gamma(2, 30, 100), "failed": rng.random(100) < 0.1})
s = Summary(log, *Measure.registry.values())
print(s.by("host").round(2))
print(s.total().round(2).to_dict())
aggs = {"p90": p90, "cv": cv}
for label, func in aggs.items():
    print(label, log.groupby("host")["ms"].apply(func).round(2).tolist())
print(log.pivot_table(index="host", values="ms", aggfunc=[p90, cv, "mean"]).round(1))
