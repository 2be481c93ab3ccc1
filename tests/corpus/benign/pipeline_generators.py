import csv
from collections import Counter


def read(name):
    with open(name, newline="") as f:
        yield from csv.DictReader(f)


def only_valid(rows):
    for row in rows:
        if row["status"] == "OK" and row["value"]:
            yield row


def to_numbers(rows):
    for row in rows:
        yield {**row, "value": float(row["value"])}


def deltas(rows):
    previous = {}
    for row in rows:
        last = previous.get(row["tag"])
        if last is not None:
            yield row["tag"], row["timestamp"], row["value"] - last
        previous[row["tag"]] = row["value"]


def pipe(source, *stages):
    for stage in stages:
        source = stage(source)
    return source


LIMITS = {"TT-101": 5.0, "PT-202": 0.2, "FT-303": 8.0}
alarms = Counter()
examples = {}
for tag, when, change in pipe(read("sensors.csv"), only_valid, to_numbers, deltas):
    if abs(change) > LIMITS[tag]:
        alarms[tag] += 1
        examples.setdefault(tag, f"{when} {change:+.2f}")

for tag, n in sorted(alarms.items()):
    print(f"{tag}: {n} jumps, first at {examples[tag]}")
