import pandas as pd

df = pd.DataFrame({
    "answer": ["Y", "n", "yes", "NO", "maybe", None],
    "region": ["N", "S", "N", "E", "X", "W"],
    "score": [10, -999, 35, 28, -999, 17],
})

df["answer"] = df["answer"].str.lower().str[0].map({"y": True, "n": False})
df["region"] = df["region"].replace({"N": "north", "S": "south", "E": "east", "W": "west"}).where(lambda s: s.str.len() > 1, "other")
df["score"] = df["score"].astype("Int64").mask(df["score"] == -999)
df["score_filled"] = df["score"].fillna(int(df["score"].median()))
df["decile"] = (df["score_filled"] // 10).astype(int)
df.index = [f"r{i}" for i in range(1, len(df) + 1)]

print(df.to_string())
print(df.groupby("region")["score_filled"].sum().to_dict())
print(df["answer"].value_counts(dropna=False).tolist(), df.loc["r3":"r5", "score"].isna().tolist(), df.at["r4", "region"], df.iat[0, 2])
df.insert(1, "known", df["answer"].notna())
print(df.drop(columns=["decile"]).rename(columns=str.upper).columns.tolist())
