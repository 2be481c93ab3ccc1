import pandas as pd
df = pd.DataFrame({"open": [1.0, 2.0, 3.0], "high": [2, 3, 4], "low": [0.5, 1, 2], "close": [1.5, 2.5, 2.8], "eval": [1, 2, 3], "query": list("abc")}, index=pd.date_range("2024-01-01", periods=3, name="date"))
df["range"] = df.high - df.low
df["body"] = (df.close - df.open).abs()
print(df.eval("high - low").tolist(), df.query("close > open and query == 'a'").index.tolist(), df["eval"].sum(), df.close.pct_change().fillna(0).tolist())
ohlc = df["close"].resample("2D").ohlc()
print(ohlc, ohlc.open.iloc[0], df.open.iloc[-1], df.pipe(lambda d, k: d * k if k > 5 else d, 2).shape)
sig = (df.close > df.open).astype(int).diff().fillna(0)
tr = pd.concat([df.high - df.low, (df.high - df.close.shift()).abs(), (df.low - df.close.shift()).abs()], axis=1).max(axis=1)
print(tr.tolist(), sig.tolist())
rsi = 100 - 100 / (1 + df.close.diff().clip(lower=0).sum() / max(1e-9, -df.close.diff().clip(upper=0).sum()))
print(f"{rsi:.1f}")
