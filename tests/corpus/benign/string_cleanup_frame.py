import pandas as pd

df = pd.DataFrame({"phone": ["(01) 23-45", "99 88", None], "mail": ["A@X.ORG ", "b@y.com", "bad"]})
df["digits"] = df["phone"].str.replace(r"\D", "", regex=True).fillna("")
df["mail"] = df["mail"].str.strip().str.lower()
parts = df["mail"].str.extract(r"^(?P<user>[^@]+)@(?P<host>.+)$")
print(df["digits"].tolist(), parts.dropna().to_dict("list"), df["mail"].str.contains("@").sum())
