import pandas as pd

df = pd.DataFrame({"age": [22, 35, 47, 51, 64, 29], "plan": list("ABABBA")})
df["band"] = pd.cut(df["age"], bins=[0, 30, 50, 100], labels=["young", "middle", "old"])
table = pd.crosstab(df["band"], df["plan"], margins=True)
print(table.to_string())
print(pd.crosstab(df.band, df.plan, normalize="index").round(2).loc["old", "B"])
