import json

import pandas as pd

with open("orders.json", encoding="utf-8") as f:
    raw = json.load(f)

lines = pd.json_normalize(raw, record_path="lines", meta=["id", "customer", "status"])
lines["amount"] = lines["qty"] * lines["price"]

pivot = lines[lines["status"].isin(["paid", "shipped"])].pivot_table(
    index="customer", columns="sku", values="amount", aggfunc="sum", fill_value=0
)
top = lines.groupby("sku")["qty"].sum().nlargest(2)
print(pivot.round(2).to_json(orient="index"))
print(top.to_dict())
