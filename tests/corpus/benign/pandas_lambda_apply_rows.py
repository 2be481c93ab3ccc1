import pandas as pd

df = pd.read_csv("transactions.csv")
rates = {"EUR": 1, "USD": 0.92, "GBP": 1.17}

df["eur"] = df.apply(lambda row: round(row["amount"] * rates[row["currency"]], 2), axis=1)
df["size"] = df["eur"].apply(lambda v: "small" if v < 100 else ("medium" if v < 500 else "large"))
df["memo"] = df["memo"].fillna("(none)").map(str.capitalize)
df["week"] = pd.to_datetime(df["date"]).apply(lambda d: d.isocalendar()[1])
flags = df[["kind", "size"]].applymap(lambda s: s[:3].upper()).agg("-".join, axis=1)

print(flags.value_counts().head(5).to_string())
print(df.groupby("size")["eur"].agg(lambda s: round(s.sum() / len(s), 2)).to_dict())
print(df.sort_values("eur", key=lambda s: -s).head(3)[["txn_id", "eur"]].values.tolist())
print(df.groupby("week")["eur"].sum().round(0).astype(int).to_dict())
print(df.set_index("txn_id").loc[lambda d: d["eur"] > 800, "memo"].to_dict())
