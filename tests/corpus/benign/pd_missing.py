import pandas as pd, numpy as np
s = pd.Series([1, np.nan, np.nan, 4, None, 7])
print(s.interpolate().tolist(), s.fillna(method="ffill").tolist(), s.bfill(limit=1).tolist(), s.isna().sum(), s.dropna().index.tolist())
df = pd.DataFrame({"a": s, "b": s[::-1].values}, copy=True)
print(df.fillna({"a": 0, "b": df.b.median()}), df.dropna(thresh=2).shape, df.notna().all(axis=1).tolist(), df.a.combine_first(df.b).tolist(), df.where(df > 2, -1).iloc[0].tolist(), df.mask(df.isna(), 0).sum().to_dict())
print(df.interpolate(method="linear", limit_direction="both").round(2), df.isnull().mean().to_dict(), df.a.fillna(df.a.mean()).round(2).tolist(), df.replace({np.nan: None}).iloc[1, 0])
