import json
import pandas as pd

with open("orders.json") as f:
    orders = pd.json_normalize(json.load(f), "lines", ["id", "status"])
with open("inventory.json") as f:
    stock = pd.DataFrame(json.load(f)["items"]).drop(columns="tags")

demand = orders[orders["status"] != "cancelled"].groupby("sku", as_index=False)["qty"].sum()
merged = stock.merge(demand, on="sku", how="left", indicator=True)
merged["qty"] = merged["qty"].fillna(0).astype(int)
merged["after"] = merged["on_hand"] - merged["qty"]
merged["action"] = merged.apply(lambda r: "reorder" if r["after"] < r["reorder_point"] else "ok", axis=1)

not_ordered = merged.loc[merged["_merge"] == "left_only", "sku"].tolist()
print(merged[["sku", "name", "on_hand", "qty", "after", "action"]].to_string(index=False))
print("not ordered:", not_ordered)
