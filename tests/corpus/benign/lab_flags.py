from __future__ import annotations

import csv
import json
from collections import defaultdict
from typing import Iterator, NamedTuple


class Result(NamedTuple):
    sample: str
    analyte: str
    value: float
    unit: str
    low: float
    high: float

    @property
    def flag(self) -> str:
        if self.value < self.low:
            return "L"
        if self.value > self.high:
            return "H"
        return ""


def read_results(path: str) -> Iterator[Result]:
    with open(path, newline="") as f:
        for row in csv.DictReader(f):
            yield Result(
                row["sample"], row["analyte"], float(row["result"]), row["unit"], float(row["low"]), float(row["high"])
            )


def main() -> None:
    abnormal: dict[str, list[str]] = defaultdict(list)
    tally = defaultdict(lambda: {"L": 0, "H": 0, "": 0})
    for r in read_results("lab_results.csv"):
        tally[r.analyte][r.flag] += 1
        if r.flag:
            abnormal[r.sample].append(f"{r.analyte} {r.value} {r.unit} ({r.flag})")
    out = {
        "abnormal": dict(abnormal),
        "rates": {
            a: {"low": t["L"], "high": t["H"], "normal": t[""]} for a, t in sorted(tally.items())
        },
    }
    print(json.dumps(out, indent=2))


if __name__ == "__main__":
    main()
