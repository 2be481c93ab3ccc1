import json
import pandas as pd

profile = pd.read_csv("readings.tsv", sep="\t")
target = [0, 1, 2, 3, 5, 8, 10, 15, 20]

dense = {}
for station, part in profile.groupby("station", sort=False):
    series = part.set_index("depth_m")["temp_c"]
    dense[station] = series.reindex(sorted(set(series.index) | set(target))).interpolate(method="index").round(2)

table = pd.DataFrame(dense).loc[target]
table["range"] = table.max(axis=1) - table.min(axis=1)
print(table.round(2).to_string())
print(json.dumps({"uniform_below_m": int(table["range"].idxmin()), "ph_slope": round(float(profile[["depth_m", "ph"]].cov().iloc[0, 1] / profile["depth_m"].var()), 4)}))
