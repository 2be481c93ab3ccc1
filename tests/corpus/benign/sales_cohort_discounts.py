import json
import pandas as pd

sales = pd.read_csv("sales.csv")
sales["discounted"] = sales["discount_pct"] > 0
sales["gross"] = sales["quantity"] * sales["unit_price"]

effect = sales.groupby("discounted")["quantity"].describe()[["count", "mean", "50%", "max"]]
effect.index = effect.index.map({True: "discounted", False: "full price"})

lost = (sales["gross"] * sales["discount_pct"] / 100).groupby(sales["region"]).sum()
ranked = sales.assign(rank=sales.groupby("region")["gross"].rank(ascending=False, method="first"))
top_two = ranked[ranked["rank"] <= 2].sort_values(["region", "rank"])

print(json.dumps({
    "quantity": effect.round(2).to_dict("index"),
    "lost_to_discounts": lost.round(2).to_dict(),
    "top_two": top_two[["region", "product", "gross"]].round(2).values.tolist(),
}, indent=2))
