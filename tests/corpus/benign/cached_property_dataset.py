import csv
from functools import cached_property, partialmethod


class Dataset:
    def __init__(self, name):
        self.name = name
        self.reads = 0

    @cached_property
    def rows(self):
        self.reads += 1
        with open(f"{self.name}.csv", newline="") as f:
            return list(csv.DictReader(f))

    @cached_property
    def columns(self):
        return list(self.rows[0])

    def column(self, name, cast=str, skip_empty=True):
        return [cast(r[name]) for r in self.rows if r[name] != "" or not skip_empty]

    floats = partialmethod(column, cast=float)

    def __len__(self):
        return len(self.rows)

    def __contains__(self, column):
        return column in self.columns


staff = Dataset("staff")
print(len(staff), staff.columns, "salary" in staff, "bonus" in staff)
salaries = staff.floats("salary")
print(f"mean {sum(salaries) / len(salaries):,.2f}, spread {max(salaries) - min(salaries):,.0f}")
print("managers:", len(set(staff.column("manager"))), "| file was read", staff.reads, "time")
