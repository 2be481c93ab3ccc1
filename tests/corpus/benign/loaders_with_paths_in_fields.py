# Objects with a path each, kept in lists and dictionaries.
import csv
import json


class Source:
    def __init__(self, name, path, raw=""):
        self.name = name
        self.path = path
        self.raw = raw

    def load(self):
        with open(self.path, newline="") as handle:
            return list(csv.DictReader(handle))


class Sink:
    def __init__(self, target):
        self.target = target

    def store(self, rows):
        with open(self.target, "w") as out:
            json.dump(rows, out)


sources = [Source("sales", "sales.csv"), Source("staff", "staff.csv")]
sinks = {"sales": Sink("sales.json"), "staff": Sink("staff.json")}
for source in sources:
    rows = source.load()
    sinks[source.name].store(rows)
    print(source.name, len(rows), sorted(rows[0])[:2])
