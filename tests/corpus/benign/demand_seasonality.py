import numpy as np
import pandas as pd

rng = np.random.default_rng(2024)
n = 365
index = pd.date_range("2023-01-01", periods=n, freq="D", name="day")
trend = np.linspace(100, 130, n)
season = 10 * np.sin(2 * np.pi * index.dayofyear / 365)
weekly = np.where(index.dayofweek >= 5, -8, 2)
demand = pd.Series(trend + season + weekly + rng.normal(0, 3, n), index=index, name="demand")

roll = demand.rolling(7)
bands = pd.DataFrame({"y": demand, "ma": roll.mean(), "sd": roll.std()}).eval("upper = ma + 2 * sd\nlower = ma - 2 * sd")
outside = bands[(bands.y > bands.upper) | (bands.y < bands.lower)]
print(len(outside), outside.index[:2].strftime("%F").tolist())
detrended = demand - demand.rolling(30, center=True, min_periods=1).mean()
profile = detrended.groupby(detrended.index.day_name()).mean().reindex(["Monday", "Saturday", "Sunday"])
print(profile.round(2))
lags = pd.concat({f"lag{k}": demand.shift(k) for k in (1, 7, 14)}, axis=1).dropna()
A = np.c_[np.ones(len(lags)), lags.values]
beta, *_ = np.linalg.lstsq(A, demand.loc[lags.index].values, rcond=None)
print("AR:", beta.round(3), "acf7:", round(demand.autocorr(7), 3))


def holt(series, alpha=0.3, beta=0.1, horizon=5):
    level, slope = series.iloc[0], series.iloc[1] - series.iloc[0]
    for value in series.iloc[1:]:
        previous = level
        level = alpha * value + (1 - alpha) * (level + slope)
        slope = beta * (level - previous) + (1 - beta) * slope
    return [level + (h + 1) * slope for h in range(horizon)]


future = pd.Series(holt(demand), index=pd.date_range(index[-1] + pd.offsets.Day(1), periods=5))
print(future.round(1).to_dict())
train, test = demand[:"2023-10"], demand["2023-11":]
naive = test.shift(7).combine_first(train.tail(7).set_axis(test.index[:7]))
print("MAPE", f"{((test - naive).abs() / test).mean():.2%}", demand.resample("Q").agg(["sum", "idxmax"]).iloc[0, 1])
print(demand.asfreq("2D").head(2), demand.between_time if False else "", demand.truncate(after="2023-01-02"), demand.first("3D").sum().round(1))
print(demand.groupby(pd.Grouper(freq="M")).apply(lambda s: s.quantile(0.9) - s.quantile(0.1)).round(1).tolist()[:3])
print(index.to_series().diff().mode()[0], index.month.value_counts().iloc[0] if hasattr(index.month, "value_counts") else None, (index + pd.DateOffset(months=1))[0], pd.tseries.offsets.BMonthEnd().rollforward(index[0]))
