# Exporters and sources that share their work by inheritance, within the file.
import csv
import json
from abc import ABC, abstractmethod


class Exporter(ABC):
    extension = "txt"

    def __init__(self, indent=None):
        self.indent = indent
        self.written = []

    @abstractmethod
    def store(self, rows, path):
        """Writes the rows."""

    def export(self, rows, path):
        self.store(rows, path)
        self.written.append(path)
        return self


class JsonExporter(Exporter):
    extension = "json"

    def store(self, rows, path):
        with open(path, "w") as out:
            json.dump(rows, out, indent=self.indent)


class CsvExporter(Exporter):
    extension = "csv"

    def store(self, rows, path):
        with open(path, "w", newline="") as out:
            writer = csv.DictWriter(out, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


class Table:
    def __init__(self, path):
        self.path = path

    def rows(self):
        with open(self.path, newline="") as handle:
            return list(csv.DictReader(handle))


class Staff(Table):
    def __init__(self, path="staff.csv"):
        super().__init__(path)

    def count(self):
        return len(self.rows())


rows = Staff().rows()[:3]
for exporter, name in [(JsonExporter(indent=1), "staff.json"), (CsvExporter(), "three.csv")]:
    print(type(exporter).__name__, exporter.export(rows, name).written)
print(Staff().count(), Table("sales.csv").rows()[0]["date"][:4], len(Staff("three.csv").rows()))
