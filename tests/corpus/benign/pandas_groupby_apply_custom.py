import pandas as pd


def weighted(group: pd.DataFrame) -> pd.Series:
    weights = group["quantity"]
    return pd.Series({
        "avg_price": (group["unit_price"] * weights).sum() / weights.sum(),
        "units": weights.sum(),
        "top_product": group.groupby("product")["quantity"].sum().idxmax(),
        "busiest_day": group["date"].dt.day_name().mode().iloc[0],
    })


def normalise(series):
    return (series - series.min()) / (series.max() - series.min())


df = pd.read_csv("sales.csv", parse_dates=["date"])
print(df.groupby("region").apply(weighted).to_string(float_format="{:.2f}".format))

df["relative"] = df.groupby("product")["quantity"].transform(normalise).round(2)
full = df.groupby("product").filter(lambda g: len(g) >= 8)
print("\nproducts with eight orders or more:", sorted(full["product"].unique()))
print("orders at their product's maximum:", int((df["relative"] == 1).sum()))

first = df.sort_values("date").groupby("category").first()[["date", "product"]]
first["date"] = first["date"].dt.strftime("%d/%m")
print(first.to_string())
