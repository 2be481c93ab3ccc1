import csv
import json
import re
from collections import defaultdict

CHAPTERS = [("A", "B", "infections"), ("E", "E", "endocrine"), ("I", "I", "circulatory"), ("J", "J", "respiratory"), ("N", "N", "genitourinary")]
CODE = re.compile(r"^(?P<letter>[A-Z])(?P<number>\d{2})(?:\.(?P<sub>\d))?$")


def chapter(code):
    m = CODE.match(code)
    if not m:
        return None
    return next((name for low, high, name in CHAPTERS if low <= m["letter"] <= high), "other")


groups = defaultdict(lambda: {"n": 0, "ages": [], "codes": set()})
with open("patients.csv", newline="") as handle:
    for row in csv.DictReader(handle):
        g = groups[chapter(row["diagnosis"])]
        g["n"] += 1
        g["ages"].append(int(row["age"]))
        g["codes"].add(row["diagnosis"])

result = {
    name: {"n": g["n"], "mean_age": round(sum(g["ages"]) / g["n"], 1), "codes": sorted(g["codes"])}
    for name, g in sorted(groups.items(), key=lambda kv: -kv[1]["n"])
}
print(json.dumps({"chapters": result, "invalid": [c for c in ("I10", "i10", "J4", "N18.3") if chapter(c) is None]}, indent=1))
