import csv
import io
import sys


def write_table(rows, path=None):
    if path is None:
        out = sys.stdout
        csv.writer(out).writerows(rows)
        return
    with open(path, "w", newline="") as f:
        csv.writer(f).writerows(rows)


write_table([[1, 2]])
write_table([[3, 4]], "table.csv")
write_table([[5, 6]], path="table2.csv")
