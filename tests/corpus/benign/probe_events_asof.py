import numpy as np
import pandas as pd

readings = pd.read_csv("probe_log.csv", parse_dates=["timestamp"])
events = pd.DataFrame({
    "timestamp": pd.to_datetime(["2024-03-01 05:05", "2024-03-02 11:30", "2024-03-03 20:00"]),
    "event": ["start", "calibration", "alarm"],
})
merged = pd.merge_asof(readings.sort_values("timestamp"), events, on="timestamp", direction="backward", tolerance=pd.Timedelta("1D"))
print(merged.event.value_counts(dropna=False))
readings["fail"] = readings["status"].eq("FAIL")
readings["run"] = readings.groupby("sensor")["fail"].transform(lambda s: (s != s.shift()).cumsum())
runs = readings[readings.fail].groupby(["sensor", "run"]).agg(start=("timestamp", "min"), end=("timestamp", "max"), n=("fail", "size"))
print(runs.sort_values("n", ascending=False).head(3))
readings["pressure"] = readings.groupby("sensor")["pressure"].apply(lambda s: s.interpolate().bfill()).reset_index(level=0, drop=True) if False else readings["pressure"].interpolate()


def detect(group: pd.DataFrame, k: float = 3.0) -> pd.DataFrame:
    med = group["temperature"].median()
    mad = (group["temperature"] - med).abs().median() * 1.4826
    return group.assign(outlier=(group["temperature"] - med).abs() > k * mad)


flagged = readings.groupby("sensor", group_keys=False).apply(detect)
print(flagged.groupby("sensor")["outlier"].sum().to_dict())
daily = readings.set_index("timestamp").groupby("sensor").resample("D")["vibration"].agg(["mean", "max"]).round(3)
print(daily.head(4))
hours = readings.timestamp.dt.hour
shift = pd.cut(hours, [-1, 5, 13, 21, 23], labels=["night", "early", "late", "night"], ordered=False)
print(readings.groupby(shift, observed=True).temperature.mean().round(2).to_dict())
x = readings["temperature"].to_numpy()
cusum = np.maximum.accumulate(np.cumsum(x - x.mean()))
print(cusum[-1].round(2), np.nanmax(readings.pressure), np.corrcoef(readings.temperature, readings.vibration)[0, 1].round(3))
print(readings.timestamp.dt.floor("H").nunique(), readings.timestamp.dt.normalize().iloc[0], readings["timestamp"].dt.isocalendar().week.unique().tolist())
out = readings.to_json(orient="records", date_format="iso", lines=True)
print(out.splitlines()[0])
