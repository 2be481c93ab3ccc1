import numpy as np
import pandas as pd

rng = np.random.default_rng(11)
df = pd.DataFrame({
    "site": np.repeat(["p", "q", "r"], 20),
    "flow": np.concatenate([rng.normal(m, 2, 20) for m in (20, 35, 50)]),
})
df.loc[[3, 27, 55], "flow"] = [90.0, -10.0, 0.0]


def bounds(s: pd.Series, k: float = 1.5):
    q1, q3 = s.quantile([0.25, 0.75])
    return q1 - k * (q3 - q1), q3 + k * (q3 - q1)


limits = df.groupby("site")["flow"].apply(bounds)
low = df["site"].map({s: b[0] for s, b in limits.items()})
high = df["site"].map({s: b[1] for s, b in limits.items()})
df["outlier"] = ~df["flow"].between(low, high)
df["clipped"] = df["flow"].clip(lower=low, upper=high)
df["masked"] = df["flow"].mask(df["outlier"])

print("outliers at", df.index[df["outlier"]].tolist())
print(df.groupby("site")[["flow", "clipped", "masked"]].mean().round(2).to_string())
print(df.groupby("site")[["flow", "masked"]].std().round(2).to_dict())
print(df.sample(3, random_state=1).index.tolist(), df["masked"].isna().sum())
