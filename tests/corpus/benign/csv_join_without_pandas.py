import csv
import json
from collections import defaultdict


def read_table(path, key=None, **casts):
    with open(path, newline="", encoding="utf-8") as fh:
        rows = [{k: casts.get(k, str)(v) for k, v in row.items()} for row in csv.DictReader(fh)]
    if key is None:
        return rows
    index = defaultdict(list)
    for row in rows:
        index[row[key]].append(row)
    return index


stations = [
    {"city": "Lisbon", "country": "PT", "altitude": 77},
    {"city": "Vienna", "country": "AT", "altitude": 198},
    {"city": "Oslo", "country": "NO", "altitude": 94},
]
weather = read_table("weather.csv", key="city", tmin=float, tmax=float, rain_mm=float, wind_kmh=int)

joined = [
    {**s, "days": len(weather[s["city"]]), "max_wind": max((w["wind_kmh"] for w in weather[s["city"]]), default=None)}
    for s in stations
]
unmatched = sorted(weather.keys() - {s["city"] for s in stations})
print(json.dumps({"joined": joined, "unmatched": unmatched}, indent=1))
