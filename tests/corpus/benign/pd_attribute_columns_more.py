import pandas as pd
df = pd.DataFrame({"open": [1, 2], "close": [2, 3], "high": [3, 4], "low": [0, 1], "volume": [10, 20], "ticker": ["A", "B"]})
df["change"] = df.close - df.open
df["range"] = df.high - df.low
print(df.change.tolist(), df.volume.sum(), df.ticker.str.lower().tolist())
for row in df.itertuples():
    print(row.Index, row.open, row.close, row.ticker, row.change)
for i, r in df.iterrows():
    print(i, r.high, r["low"])
