import pandas as pd

customers = pd.DataFrame({"id": [1, 2, 3], "name": ["Ann", "Ben", "Cid"], "city": ["Oslo", "Rome", "Oslo"]})
orders = pd.DataFrame({
    "order_id": [100, 101, 102, 103],
    "customer_id": [1, 1, 3, 4],
    "amount": [50.0, 20.0, 70.0, 10.0],
})
merged = orders.merge(customers, left_on="customer_id", right_on="id", how="left", indicator=True)
unmatched = merged.query("_merge == 'left_only'")
print("Orders without customer:", len(unmatched))
matched = merged[merged["_merge"] == "both"].drop(columns=["_merge", "id"])
totals = matched.groupby(["city", "name"], as_index=False)["amount"].sum()
totals = totals.rename(columns={"amount": "total"}).assign(rank=lambda d: d["total"].rank(ascending=False))
print(totals)
pivot = matched.pivot_table(values="amount", index="city", columns="name", aggfunc="sum", fill_value=0)
print(pivot)
big = matched.query("amount > 30")
print(big[["order_id", "amount"]].to_dict(orient="records"))
