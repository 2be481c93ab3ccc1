import json

import pandas as pd

df = pd.read_csv("sales.csv", parse_dates=["date"])
df["revenue"] = df["quantity"] * df["unit_price"] * (1 - df["discount_pct"] / 100)

monthly = (
    df.set_index("date")
    .resample("M")["revenue"]
    .agg(["sum", "mean", "count"])
    .round(2)
)
monthly.index = monthly.index.strftime("%Y-%m")

best_month = monthly["sum"].idxmax()
print(json.dumps({
    "monthly": monthly.to_dict(orient="index"),
    "best_month": best_month,
    "growth_pct": monthly["sum"].pct_change().mul(100).round(1).fillna(0).to_dict(),
}, indent=2))
