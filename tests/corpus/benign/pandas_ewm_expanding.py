import json
import numpy as np
import pandas as pd

prices = pd.read_csv("prices.csv", parse_dates=["date"], index_col="date")
alfa = prices.loc[prices["symbol"] == "ALFA", ["close", "volume"]].copy()

alfa["ema12"] = alfa["close"].ewm(span=12, adjust=False).mean()
alfa["ema26"] = alfa["close"].ewm(span=26, adjust=False).mean()
alfa["macd"] = alfa["ema12"] - alfa["ema26"]
alfa["signal"] = alfa["macd"].ewm(span=9, adjust=False).mean()

change = alfa["close"].diff()
gain = change.clip(lower=0).rolling(14).mean()
loss = -change.clip(upper=0).rolling(14).mean()
alfa["rsi"] = 100 - 100 / (1 + gain / loss)

alfa["high_so_far"] = alfa["close"].expanding().max()
alfa["band"] = np.select(
    [alfa["rsi"] > 70, alfa["rsi"] < 30, alfa["rsi"].isna()],
    ["overbought", "oversold", "unknown"],
    default="neutral",
)

last = alfa.iloc[-1]
print(json.dumps({
    "date": alfa.index[-1].strftime("%Y-%m-%d"),
    **{k: round(float(last[k]), 4) for k in ("close", "ema12", "ema26", "macd", "signal", "rsi")},
    "bands": alfa["band"].value_counts().to_dict(),
    "new_highs": int((alfa["close"] == alfa["high_so_far"]).sum()),
    "weekly_volume": {str(k.date()): int(v) for k, v in alfa["volume"].resample("W-FRI").sum().tail(3).items()},
}, indent=1))
