from datetime import datetime, timedelta
import csv

EXPECTED = timedelta(hours=1)

last = {}
gaps = []
with open("sensors.csv", newline="") as f:
    for row in csv.DictReader(f):
        if row["status"] != "OK":
            continue
        now = datetime.fromisoformat(row["timestamp"])
        tag = row["tag"]
        if tag in last and now - last[tag] > EXPECTED:
            gaps.append((tag, last[tag], now))
        last[tag] = now

if not gaps:
    print("no gaps")
for tag, start, end in gaps:
    missing = (end - start) // EXPECTED - 1
    print(f"{tag}: {missing} value{'s' if missing != 1 else ''} missing between {start:%d.%m. %H:%M} and {end:%H:%M}")
print(f"total {sum((e - s) // EXPECTED - 1 for _, s, e in gaps)}; series end {max(last.values()):%Y-%m-%d %H:%M}")
