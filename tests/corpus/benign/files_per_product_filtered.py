import pandas as pd


def clean_name(s):
    return "".join(c if c.isalnum() else "_" for c in str(s)).strip("_").lower()


df = pd.read_csv("sales.csv")
for product, rows in df.groupby("product"):
    rows.to_csv(f"product_{clean_name(product)}.csv", index=False)
print("done")
