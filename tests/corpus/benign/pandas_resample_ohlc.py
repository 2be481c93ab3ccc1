import numpy as np
import pandas as pd

rng = np.random.default_rng(404)
ticks = pd.DataFrame(
    {"price": 100 + rng.normal(0, 0.05, 600).cumsum(), "size": rng.integers(1, 20, 600)},
    index=pd.date_range("2024-05-06 09:00", periods=600, freq="30s"),
)

bars = ticks["price"].resample("1H").ohlc()
bars["volume"] = ticks["size"].resample("1H").sum()
bars["vwap"] = (ticks["price"] * ticks["size"]).resample("1H").sum() / bars["volume"]
bars["change"] = bars["close"].pct_change().mul(1e4).round(1)

print(bars.round(2).to_string())
lunch = ticks.between_time("12:00", "12:59")
print(len(lunch), "ticks at lunch;", "quiet" if lunch["price"].std() < ticks["price"].std() else "busy")
print(ticks.at_time("10:15").round(2).to_dict("records"), ticks.first("5min").shape, ticks.asfreq("1H").shape)
