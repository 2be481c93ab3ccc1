"""Check lake readings against limits that depend on the depth."""
import csv
from typing import Callable, NamedTuple


class Reading(NamedTuple):
    station: str
    depth_m: float
    temp_c: float
    ph: float


class Rule(NamedTuple):
    name: str
    test: Callable[[Reading], bool]
    severity: str = "warn"


RULES = [
    Rule("ph outside 7.9-8.1", lambda r: not 7.9 <= r.ph <= 8.1),
    Rule("warm at depth", lambda r: r.depth_m >= 10 and r.temp_c > 14.5, "info"),
    Rule("too cold at surface", lambda r: r.depth_m == 0 and r.temp_c < 17.8, "error"),
]

with open("readings.tsv") as f:
    reader = csv.reader(f, delimiter="\t")
    next(reader)
    readings = [Reading(s, *map(float, numbers)) for s, *numbers in reader]

findings = [(rule.severity, rule.name, r) for r in readings for rule in RULES if rule.test(r)]
for severity, name, r in sorted(findings, key=lambda f: ("error", "warn", "info").index(f[0])):
    print(f"{severity:<6}{name:<22}{r.station:<7}{r.depth_m:>5.1f} m  {r.temp_c:>6.2f} °C  pH {r.ph:.2f}")
print(len(findings), "findings in", len(readings), "readings")
