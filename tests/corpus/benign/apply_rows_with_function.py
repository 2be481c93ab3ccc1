import pandas as pd

def grade(row, limits):
    for name, limit in limits.items():
        if row["score"] >= limit:
            return name
    return "F"

df = pd.DataFrame({"who": ["x", "y", "z"], "score": [91, 74, 40]})
df["grade"] = df.apply(grade, axis=1, args=({"A": 90, "B": 70},))
df["bonus"] = df["score"].map(lambda s: s // 10).where(df["grade"] != "F", 0)
print(df.to_dict("list"))
