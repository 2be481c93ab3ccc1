import csv
from datetime import datetime

def tariff(moment):
    """Price per kWh by hour and day type."""
    if moment.weekday() >= 5:
        return 0.18
    if 7 <= moment.hour < 10 or 17 <= moment.hour < 21:
        return 0.34
    return 0.24

total = flat = 0.0
by_day = {}
with open("energy.csv") as f:
    for row in csv.DictReader(f):
        when = datetime.strptime(row["time"], "%Y-%m-%dT%H:%M")
        bought = max(0.0, float(row["load_kw"]) - float(row["solar_kw"])) * 2
        cost = bought * tariff(when)
        total += cost
        flat += bought * 0.27
        key = when.strftime("%A")
        by_day[key] = by_day.get(key, 0) + cost

width = max(map(len, by_day))
for day, cost in by_day.items():
    print(f"{day:<{width}} {cost:8.2f} €")
print("=" * (width + 11))
print(f"{'total':<{width}} {total:8.2f} €")
print(f"flat tariff would cost {flat:.2f} € ({(flat - total) / flat:+.1%} saved)")
