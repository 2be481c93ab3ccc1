import pandas as pd

raw = pd.read_csv("sensors.csv", parse_dates=["timestamp"])
wide = raw.pivot(index="timestamp", columns="tag", values="value")
gaps = wide.isna().sum()

filled = wide.interpolate(method="linear", limit=3).bfill()
hourly_mean = filled.rolling("6h").mean()
daily = filled.resample("12H").agg(["min", "max"]).round(2)

print("gaps:", gaps.to_dict())
print("after filling:", int(filled.isna().sum().sum()))
print(daily.to_string())
print("last six-hour mean:", hourly_mean.iloc[-1].round(3).to_dict())
