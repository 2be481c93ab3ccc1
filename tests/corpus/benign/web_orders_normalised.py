import json
import pandas as pd

with open("web_orders.json", encoding="utf-8") as fp:
    raw = json.load(fp)

items = pd.json_normalize(raw, record_path="items", meta=["id", "placed", "status", ["customer", "name"]])
items = items.rename(columns={"customer.name": "customer", "id": "order_id"})
items["placed"] = pd.to_datetime(items["placed"], utc=True).dt.tz_convert("Europe/Paris")
items["total"] = items["qty"].mul(items["price"])
items["weekday"] = items["placed"].dt.day_name()
items["hour"] = items["placed"].dt.hour

tags = pd.DataFrame([{"order_id": o["id"], "tags": o["customer"]["tags"]} for o in raw]).explode("tags")
joined = items.merge(tags, on="order_id", how="left", validate="many_to_many", indicator=True)
assert (joined["_merge"] == "both").all()

pivot = joined.pivot_table(index="tags", columns="status", values="total", aggfunc="sum", fill_value=0, margins=True)
print(pivot.round(1))
melted = pivot.drop(index="All", columns="All").reset_index().melt(id_vars="tags", var_name="status", value_name="sum")
print(melted.sort_values("sum", ascending=False).head(5).to_csv(index=False))
top = items.groupby("customer")["total"].sum().nlargest(2)
print(top.to_json(), items.query("qty > 3 and sku == 'A-1'").shape, items.eval("qty * price").sum().round(2))
print(items.set_index(["customer", "sku"]).sort_index().loc["Acme"]["total"].groupby(level=0).sum())
cum = items.sort_values("placed").groupby("customer")["total"].cumsum()
print(cum.tail(3).tolist())
print(items.pipe(lambda d: d[d.total > d.total.median()]).sku.value_counts(normalize=True).to_dict())
