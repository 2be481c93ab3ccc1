import pandas as pd

df = pd.read_csv("sales.csv")
number = df.select_dtypes("number").columns[0]
text = df.select_dtypes("object").columns[0]
df["share"] = df[number] / df.groupby(text)[number].transform("sum")
df["rank"] = df.groupby(text)[number].rank(method="dense", ascending=False)
top = df[df["rank"] == 1].drop_duplicates(text)
print(round(df.groupby(text)["share"].sum().mean(), 6), len(top) > 0)
