import json
import numpy as np
import pandas as pd

df = pd.read_csv("grades.csv").dropna(subset=["final"])
groups = [g["final"].to_numpy() for _, g in df.groupby("subject")]

grand = df["final"].mean()
between = sum(len(g) * (g.mean() - grand) ** 2 for g in groups)
within = sum(((g - g.mean()) ** 2).sum() for g in groups)
k, n = len(groups), len(df)
f_value = (between / (k - 1)) / (within / (n - k))

# p-value by permutation instead of the F distribution
rng = np.random.default_rng(8)
pooled = df["final"].to_numpy().copy()
cuts = np.cumsum([len(g) for g in groups])[:-1]
exceed = 0
for _ in range(2000):
    rng.shuffle(pooled)
    parts = np.split(pooled, cuts)
    b = sum(len(p) * (p.mean() - grand) ** 2 for p in parts)
    exceed += b >= between - 1e-9
print(json.dumps({
    "means": df.groupby("subject")["final"].mean().round(2).to_dict(),
    "F": round(float(f_value), 3),
    "eta_squared": round(float(between / (between + within)), 4),
    "p": round(exceed / 2000, 3),
}))
