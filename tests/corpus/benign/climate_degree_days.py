import csv
import json

BASE = 18.0


def degree_days(tmin, tmax, base=BASE):
    mean = (tmin + tmax) / 2
    return max(0.0, base - mean), max(0.0, mean - base)


totals = {}
with open("weather.csv", newline="") as f:
    for row in csv.DictReader(f):
        heating, cooling = degree_days(float(row["tmin"]), float(row["tmax"]))
        city = totals.setdefault(row["city"], {"heating": 0.0, "cooling": 0.0, "dry_run": 0, "longest_dry_run": 0})
        city["heating"] += heating
        city["cooling"] += cooling
        city["dry_run"] = city["dry_run"] + 1 if float(row["rain_mm"]) < 0.5 else 0
        city["longest_dry_run"] = max(city["longest_dry_run"], city["dry_run"])

for values in totals.values():
    del values["dry_run"]
    values.update({k: round(v, 1) for k, v in values.items()})
print(json.dumps(totals, indent=2, sort_keys=True))
