import csv


class ReportWriter:
    def __init__(self, prefix="report", folder="."):
        self.prefix = prefix
        self.folder = folder
        self.count = 0

    def next_name(self):
        self.count += 1
        return f"{self.prefix}_{self.count:03d}.csv"

    def write(self, rows):
        name = self.next_name()
        with open(name, "w", newline="") as f:
            csv.writer(f).writerows(rows)
        return name


w = ReportWriter()
print(w.write([[1, 2]]), w.write([[3, 4]]))
