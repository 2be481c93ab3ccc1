import csv
import json
from collections import Counter
from datetime import date, timedelta


def parse(row):
    return date.fromisoformat(row["admitted"]), date.fromisoformat(row["discharged"]), row["ward"]


def occupancy(stays):
    census = {}
    for start, end, ward in stays:
        day = start
        while day < end:
            census.setdefault(ward, Counter())[day] += 1
            day += timedelta(days=1)
    return census


with open("patients.csv", newline="") as f:
    stays = [parse(r) for r in csv.DictReader(f)]

census = occupancy(stays)
first = min(s for s, *_ in stays)
last = max(e for _, e, _ in stays)
days = (last - first).days

out = {}
for ward in sorted(census):
    peak_day, peak = max(census[ward].items(), key=lambda kv: (kv[1], -kv[0].toordinal()))
    out[ward] = {
        "bed_days": sum(census[ward].values()),
        "mean_census": round(sum(census[ward].values()) / days, 2),
        "peak": peak,
        "peak_day": peak_day.isoformat(),
    }
print(json.dumps({"period_days": days, "wards": out}, indent=2))
