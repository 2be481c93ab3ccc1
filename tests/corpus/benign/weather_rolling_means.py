import json
import pandas as pd

weather = pd.read_csv("weather.csv", parse_dates=["date"])
weather["tmean"] = (weather["tmin"] + weather["tmax"]) / 2

result = {}
for city, group in weather.groupby("city"):
    series = group.set_index("date")["tmean"].sort_index()
    rolling = series.rolling(window=5, min_periods=3).mean()
    warmest = rolling.idxmax()
    result[city] = {
        "warmest_period_ends": warmest.date().isoformat(),
        "warmest_mean": round(float(rolling.max()), 2),
        "coldest_mean": round(float(rolling.min()), 2),
        "rain_total": round(float(group["rain_mm"].sum()), 1),
        "frost_days": int((group["tmin"] < 0).sum()),
    }
print(json.dumps(result, indent=2, sort_keys=True))
