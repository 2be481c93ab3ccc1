import pandas as pd
from collections import defaultdict
from datetime import timedelta

CARRIER_SLA = {"DHX": 5, "UPZ": 7, "Fastline": 9}

shipments = pd.read_csv("freight.csv")
for col in ("shipped", "delivered"):
    shipments[col] = pd.to_datetime(shipments[col], errors="coerce", format="%Y-%m-%d")

on_time = defaultdict(lambda: [0, 0])
for rec in shipments.dropna(subset=["delivered"]).to_dict("records"):
    sla = timedelta(days=CARRIER_SLA[rec["carrier"]])
    bucket = on_time[rec["carrier"]]
    bucket[1] += 1
    if rec["delivered"] - rec["shipped"] <= sla:
        bucket[0] += 1

for carrier, (ok, total) in sorted(on_time.items(), key=lambda kv: -kv[1][0] / kv[1][1]):
    bar = "█" * round(20 * ok / total)
    print(f"{carrier:<10} {ok:>3}/{total:<3} {ok/total:6.1%} {bar}")

shipments["eta"] = shipments["shipped"] + pd.to_timedelta(shipments["carrier"].map(CARRIER_SLA), unit="D")
overdue = shipments[shipments["delivered"].isna() & (shipments["eta"] < pd.Timestamp("2024-11-01"))]
print(overdue[["shipment_id", "carrier", "eta"]].head().to_string(index=False))
matrix = shipments.groupby(["origin", "destination"])["weight_kg"].sum().unstack()
matrix.loc["TOTAL"] = matrix.sum(numeric_only=True)
matrix["TOTAL"] = matrix.sum(axis="columns")
print(matrix.round(0).astype(int))
print(shipments.assign(month=shipments.shipped.dt.month_name().str[:3]).groupby("month", sort=False).cost.sum().sort_values().tail(3).to_dict())
shipments["cost_per_kg"] = (shipments["cost"] / shipments["weight_kg"]).round(3)
shipments.sort_values(by=["carrier", "cost_per_kg"], ascending=[True, False], inplace=True, na_position="first")
print(shipments.groupby("carrier").head(1)[["carrier", "cost_per_kg"]].values)
print(shipments.groupby("carrier")["cost"].nth(2).tolist(), shipments.groupby("carrier").cumcount().max(), shipments.groupby("carrier").get_group("DHX").shape)
