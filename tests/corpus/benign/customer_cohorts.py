"""Cohort retention analysis."""
import pandas as pd
import json

orders = pd.read_json("web_orders.json")
orders["customer_id"] = orders["customer"].apply(lambda c: c["id"])
orders["amount"] = orders["items"].apply(lambda items: sum(i["qty"] * i["price"] for i in items))
orders["placed"] = pd.to_datetime(orders["placed"]).dt.tz_localize(None)
orders["week"] = orders["placed"].dt.to_period("W")
orders["cohort"] = orders.groupby("customer_id")["week"].transform("min")
orders["age"] = (orders["week"] - orders["cohort"]).apply(lambda d: d.n)
cohorts = orders.groupby(["cohort", "age"])["customer_id"].nunique().unstack(fill_value=0)
retention = cohorts.divide(cohorts[0], axis=0).round(2)
print(retention)
now = orders["placed"].max() + pd.Timedelta(days=1)
rfm = orders.groupby("customer_id").agg(
    recency=("placed", lambda s: (now - s.max()).days),
    frequency=("id", "count"),
    monetary=("amount", "sum"),
)
for col, asc in (("recency", False), ("frequency", True), ("monetary", True)):
    rfm[col[0].upper()] = pd.qcut(rfm[col].rank(method="first", ascending=asc), 3, labels=[1, 2, 3]).astype(int)
rfm["score"] = rfm[["R", "F", "M"]].astype(str).agg("".join, axis=1)
segment = lambda s: "champion" if s == "333" else "at risk" if s[0] == "1" else "regular"
rfm["segment"] = rfm["score"].map(segment)
print(rfm.round(2).sort_values("score").to_string())
print(json.dumps(rfm.groupby("segment")["monetary"].mean().round(1).to_dict()))
basket = orders.explode("items").assign(sku=lambda d: d["items"].str.get("sku"))
m = basket.pivot_table(index="id", columns="sku", values="amount", aggfunc="size", fill_value=0).gt(0)
co = m.astype(int).T.dot(m.astype(int))
print(co.to_dict())
