import pandas as pd

df = pd.DataFrame({"eval": [1, 2], "exec": [3, 4], "system": ["on", "off"], "open": [9.5, 8.5]})
df["import"] = df["eval"] + df["exec"]
print(df["eval"].sum(), df["system"].tolist(), df.open.mean())
for name, values in df.items():
    print(name, values.iloc[0])
