import pandas as pd

quotes = pd.DataFrame({
    "time": pd.to_datetime(["2024-05-02 09:00:00", "2024-05-02 09:00:05", "2024-05-02 09:00:05", "2024-05-02 09:00:11", "2024-05-02 09:00:20"]),
    "symbol": ["ALFA", "BETA", "ALFA", "ALFA", "BETA"],
    "bid": [49.9, 117.8, 50.0, 50.1, 117.5],
    "ask": [50.1, 118.2, 50.2, 50.2, 118.1],
})
trades = pd.DataFrame({
    "time": pd.to_datetime(["2024-05-02 09:00:06", "2024-05-02 09:00:12", "2024-05-02 09:00:19"]),
    "symbol": ["ALFA", "ALFA", "BETA"],
    "price": [50.2, 50.1, 118.0],
    "size": [100, 50, 30],
})

matched = pd.merge_asof(trades, quotes, on="time", by="symbol", tolerance=pd.Timedelta("10s"))
matched["mid"] = matched[["bid", "ask"]].mean(axis=1)
matched["side"] = matched.apply(lambda t: None if pd.isna(t["mid"]) else ("buy" if t["price"] >= t["mid"] else "sell"), axis=1)
matched["cost_bp"] = ((matched["price"] - matched["mid"]).abs() / matched["mid"] * 1e4).round(2)

print(matched.assign(time=matched["time"].dt.strftime("%H:%M:%S")).to_string(index=False))
print("unmatched:", int(matched["bid"].isna().sum()))
