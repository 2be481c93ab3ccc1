import numpy as np
import pandas as pd

rng = np.random.default_rng(7)
days = pd.date_range("2024-01-01", periods=30, freq="D")
df = pd.DataFrame({"a": rng.normal(size=30).cumsum(), "b": rng.normal(size=30).cumsum()}, index=days)
roll = df["a"].rolling("7D", min_periods=3).corr(df["b"])
weekly = df.resample("W").agg({"a": "last", "b": ["min", "max"]})
print(roll.notna().sum(), weekly.shape, df.idxmax().dt.strftime("%m").tolist() == sorted(df.idxmax().dt.strftime("%m")) or True)
