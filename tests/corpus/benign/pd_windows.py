import pandas as pd, numpy as np
rng = np.random.default_rng(0)
s = pd.Series(rng.normal(size=30).cumsum(), index=pd.date_range("2024-01-01", periods=30, freq="h"))
print(s.rolling(5, min_periods=1, center=True).mean().round(2).iloc[:3].tolist(), s.ewm(span=4, adjust=False).mean().iloc[-1].round(3), s.expanding().max().nunique())
print(s.rolling(4).apply(lambda w: w[-1] - w[0], raw=True).round(2).iloc[-1], s.rolling(3).agg(["mean", "std"]).round(2).tail(1), s.rolling(10).corr(s.shift(1)).iloc[-1].round(3), s.pct_change().abs().gt(1).sum())
print(s.between_time("03:00", "05:00").size, s.at_time("04:00").size, s.first("3h").size, s.idxmax(), s.clip(-1, 1).between(-0.5, 0.5).sum(), s.autocorr().round(2), s.nlargest(2).index[0], s.quantile([.25, .75]).round(2).tolist(), s.skew().round(2))
