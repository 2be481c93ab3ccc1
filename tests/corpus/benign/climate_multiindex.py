import pandas as pd
import numpy as np

df = pd.read_csv("climate.csv")
idx = df.set_index(["station", "month"]).sort_index()
print(idx.loc[("Turin", slice(3, 5)), :])
print(idx.xs(7, level="month"), idx.unstack(0).swaplevel(axis=1).sort_index(axis=1).iloc[:2, :3])
wide = df.pivot(index="month", columns="station", values="temp_c")
wide.index = pd.date_range("2023-01-31", periods=12, freq="M")
anom = wide - wide.mean()
print(anom.apply(lambda c: c.abs().max()).round(2).to_dict())
print(wide.stack().rename("t").reset_index().tail(2))
seasons = {12: "DJF", 1: "DJF", 2: "DJF", 3: "MAM", 4: "MAM", 5: "MAM", 6: "JJA", 7: "JJA", 8: "JJA"}
df["season"] = df["month"].map(seasons).fillna("SON")
df["z"] = df.groupby("station")["temp_c"].transform(lambda s: (s - s.mean()) / s.std())
wettest = df.sort_values("rain_mm").drop_duplicates("station", keep="last")
print(wettest[["station", "month", "rain_mm"]].values.tolist())
rain = df.groupby(["season", "station"], sort=False)["rain_mm"].sum().unstack().reindex(["DJF", "MAM", "JJA", "SON"])
print(rain.div(rain.sum(axis=0), axis=1).applymap("{:.0%}".format))
filled = wide.mask(wide < 5).ffill().bfill()
print(filled.where(filled > 10, other=0).clip(upper=20).sum(axis=1).round(1).tolist())
same = df.groupby("station").filter(lambda g: g["rain_mm"].sum() > 400)
print(sorted(same.station.unique()), df.nsmallest(2, "temp_c").index.tolist(), df["rain_mm"].between(40, 60).sum())
combined = pd.concat([df.head(2), df.tail(2)], ignore_index=True, keys=None)
print(combined.T, combined.memory_usage(deep=True).sum() > 0, combined.dtypes.astype(str).to_dict())
df2 = df.copy(deep=True)
df2.loc[df2["station"] == "Porto", "temp_c"] += 0.5
df2.at[0, "rain_mm"] = np.nan
df2.insert(1, "country", df2["station"].replace({"Porto": "PT", "Turin": "IT", "Bergen": "NO"}))
print(df2.compare(df2.assign(temp_c=df2.temp_c.round(0))).shape, df2.isnull().any().to_dict(), df2.drop(columns=["z"]).equals(df))
