import json
import pandas as pd

df = pd.read_csv("energy.csv", parse_dates=["time"]).set_index("time")
df["net_kw"] = df["load_kw"] - df["solar_kw"]
df["hour"] = df.index.hour
df["weekend"] = df.index.dayofweek >= 5

profile = df.groupby(["weekend", "hour"])["net_kw"].mean().unstack(level=0)
profile.columns = ["workday", "weekend"]

kwh = df[["load_kw", "solar_kw"]].resample("D").sum() * 2  # one value every two hours
kwh.index = kwh.index.strftime("%a")

self_use = df[["load_kw", "solar_kw"]].min(axis=1).sum() / df["solar_kw"].sum()
result = {
    "peak_hour": {c: int(profile[c].idxmax()) for c in profile.columns},
    "daily_kwh": kwh.round(1).to_dict(orient="index"),
    "self_consumption": round(float(self_use), 3),
    "export_hours": int((df["net_kw"] < 0).sum() * 2),
}
print(json.dumps(result, indent=2))
