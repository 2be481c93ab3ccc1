import csv
import json
from datetime import datetime
from itertools import groupby
from statistics import mean


def to_minutes(text):
    t = datetime.strptime(text, "%H:%M")
    return t.hour * 60 + t.minute


class Summary(dict):
    """A dict that formats its floats when shown."""

    def rounded(self):
        return {k: round(v, 2) if isinstance(v, float) else v for k, v in self.items()}


with open("machines.csv") as f:
    rows = sorted(csv.DictReader(f), key=lambda r: (r["machine"], r["start"]))

report = {}
for machine, events in groupby(rows, lambda r: r["machine"]):
    events = list(events)
    repair = [to_minutes(e["end"]) - to_minutes(e["start"]) for e in events if e["event"] == "down"]
    running = [to_minutes(e["end"]) - to_minutes(e["start"]) for e in events if e["event"] == "run"]
    failures = len(repair)
    s = Summary(
        failures=failures,
        mttr=mean(repair) if repair else None,
        mtbf=sum(running) / failures if failures else None,
        scrap_rate=sum(int(e["scrap"]) for e in events) / max(1, sum(int(e["units"]) for e in events)),
    )
    if failures:
        s["availability"] = s["mtbf"] / (s["mtbf"] + s["mttr"])
    report[machine] = s.rounded()

print(json.dumps(report, indent=2))
