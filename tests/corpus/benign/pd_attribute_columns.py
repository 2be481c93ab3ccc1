import pandas as pd
df = pd.DataFrame({"date": pd.date_range("2024-01-01", periods=4), "value": [1, 2, 3, 4], "run": [0, 0, 1, 1], "level": list("hhll"), "state": ["ok"] * 4, "target": [1, 2, 2, 5], "code": [7, 8, 9, 9], "system": list("wxyz")})
print(df.value.mean(), df.run.sum(), df.level.unique(), df.state.iloc[0], (df.target - df.value).abs().max())
print(df.code.value_counts().to_dict(), df[df.system == "w"].index.tolist(), df.date.dt.day_name().tolist())
df.value = df.value * 2
print(df.groupby("run").value.sum())
