import pandas as pd

df = pd.read_csv("sales.csv", parse_dates=["date"], dtype={"order_id": str})
df = df.assign(
    revenue=lambda d: d["quantity"] * d["unit_price"] * (1 - d["discount_pct"] / 100),
    month=lambda d: d["date"].dt.to_period("M").astype(str),
)

report = pd.pivot_table(
    df, values="revenue", index=["category", "product"], columns="region", aggfunc="sum", fill_value=0.0, margins=True
)
print(report.round(0).astype(int).to_string())

print("\nBest order per category")
best = df.loc[df.groupby("category")["revenue"].idxmax()]
for row in best.itertuples():
    print(f"  {row.category:<8} order {row.order_id}: {row.quantity} x {row.product} = {row.revenue:,.2f}")

print("\nMonth by category share (%)")
share = df.groupby(["month", "category"])["revenue"].sum().unstack(fill_value=0)
share = share.div(share.sum(axis=1), axis=0).mul(100).round(1)
print(share.to_string())
