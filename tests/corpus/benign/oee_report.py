"""Overall equipment effectiveness from a shift's event log."""
import csv
from datetime import datetime

IDEAL_RATE = {"press-1": 6.0, "press-2": 6.0, "mill-1": 5.0, "lathe-3": 5.5}  # units per minute


def minutes(start: str, end: str) -> float:
    fmt = "%H:%M"
    delta = datetime.strptime(end, fmt) - datetime.strptime(start, fmt)
    return delta.total_seconds() / 60


class Machine:
    def __init__(self, name):
        self.name = name
        self.run = 0.0
        self.down = 0.0
        self.setup = 0.0
        self.units = 0
        self.scrap = 0

    def add(self, row):
        spent = minutes(row["start"], row["end"])
        match row["event"]:
            case "run":
                self.run += spent
            case "down":
                self.down += spent
            case "setup":
                self.setup += spent
            case other:
                raise ValueError(f"unknown event {other!r}")
        self.units += int(row["units"])
        self.scrap += int(row["scrap"])

    def oee(self):
        planned = self.run + self.down + self.setup
        availability = self.run / planned if planned else 0
        performance = min(1.0, self.units / (self.run * IDEAL_RATE[self.name])) if self.run else 0
        quality = (self.units - self.scrap) / self.units if self.units else 0
        return availability, performance, quality, availability * performance * quality


machines = {}
with open("machines.csv", newline="") as f:
    for row in csv.DictReader(f):
        machines.setdefault(row["machine"], Machine(row["machine"])).add(row)

print(f"{'machine':<10}{'avail':>8}{'perf':>8}{'qual':>8}{'OEE':>8}")
for name in sorted(machines):
    values = machines[name].oee()
    print(f"{name:<10}" + "".join(f"{v:>8.1%}" for v in values))
