import pandas as pd

ship = pd.read_csv("freight.csv", parse_dates=["shipped", "delivered"])
ship["days"] = (ship.delivered - ship.shipped).dt.days
late = ship.loc[ship["days"].gt(7) & ship["carrier"].isin(["DHX", "UPZ"])]
rates = {"DHX": 1.1, "UPZ": 1.2, "Fastline": 0.95}
ship["adj"] = ship["carrier"].map(rates) * ship["cost"]
ship["lane"] = ship["origin"].str.slice(0, 3).str.upper() + "-" + ship["destination"].str[:3].str.upper()


def penalty(row: pd.Series) -> float:
    """5% per late day, 25% at most."""
    if pd.isna(row["days"]):
        return 0.0
    return round(min(0.25, max(0, row["days"] - 7) * 0.05) * row["cost"], 2)


ship["penalty"] = ship.apply(penalty, axis=1)
lanes = ship.groupby("lane").agg(
    {"days": ["mean", "max"], "penalty": "sum", "weight_kg": lambda w: w.sum() / 1000}
)
lanes.columns = ["_".join(filter(None, map(str, c))).replace("<lambda>", "t") for c in lanes.columns]
print(lanes.round(2).sort_values("penalty_sum", ascending=False).head())
best = ship.loc[ship.groupby("lane")["adj"].idxmin(), ["lane", "carrier", "adj"]]
print(best.to_string(index=False, float_format="%.1f"))
rank = ship.assign(r=ship.groupby("origin")["cost"].rank(ascending=False, method="dense").astype("Int64"))
print(rank[rank["r"] <= 2].sort_values(["origin", "r"])[["origin", "shipment_id", "cost"]].to_dict("records")[:3])
print(len(late), ship["delivered"].isna().mean(), ship.select_dtypes("number").mean().round(1).to_dict())
