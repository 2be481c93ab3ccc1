import json

import pandas as pd

with open("orders.json") as f:
    raw = json.load(f)

orders = pd.DataFrame.from_records(
    [(o["customer"], pd.Timestamp(o["placed"]), sum(l["qty"] * l["price"] for l in o["lines"])) for o in raw if o["status"] != "cancelled"],
    columns=["customer", "placed", "total"],
)
now = pd.Timestamp("2024-06-07")
rfm = orders.groupby("customer").agg(
    recency=("placed", lambda s: (now - s.max()).days),
    frequency=("placed", "size"),
    monetary=("total", "sum"),
)
rfm["r"] = rfm["recency"].rank(ascending=False, method="first").astype(int)
rfm["f"] = rfm["frequency"].rank(method="first").astype(int)
rfm["m"] = pd.qcut(rfm["monetary"], q=2, labels=[1, 2]).astype(int)
rfm["score"] = rfm[["r", "f", "m"]].sum(axis=1)
rfm["segment"] = rfm["score"].map(lambda s: "loyal" if s >= 8 else "regular" if s >= 5 else "at risk")

print(rfm.sort_values("score", ascending=False).to_json(orient="index", indent=1))
print(rfm["segment"].value_counts().sort_index().to_dict())
