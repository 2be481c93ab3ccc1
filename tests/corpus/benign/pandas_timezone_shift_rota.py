import pandas as pd

start = pd.Timestamp("2024-03-29 06:00", tz="Europe/Berlin")
shifts = pd.DataFrame({"start": pd.date_range(start, periods=9, freq="8H")})
shifts["end"] = shifts["start"].shift(-1)
shifts = shifts.dropna()
shifts["hours"] = (shifts["end"] - shifts["start"]) / pd.Timedelta(hours=1)
shifts["local"] = shifts["start"].dt.strftime("%a %H:%M %Z")
shifts["utc"] = shifts["start"].dt.tz_convert("UTC").dt.strftime("%H:%M")
shifts["crew"] = [list("ABCD")[i % 4] for i in range(len(shifts))]
shifts["night"] = shifts["start"].dt.hour.isin([22, 23])

print(shifts[["crew", "local", "utc", "hours", "night"]].to_string(index=False))
rota = shifts.groupby("crew")["hours"].sum()
print(rota.to_dict())
days = shifts["start"].dt.normalize().dt.tz_localize(None).dt.date.astype(str).unique()
print(list(days))
business = pd.bdate_range("2024-03-28", "2024-04-05", freq="C", holidays=["2024-03-29", "2024-04-01"])
print([d.strftime("%d.%m.") for d in business])
