# Paths that may be None until somebody chooses one.
import csv
import os
import sys

import pandas as pd


def find(candidates):
    for name in candidates:
        if os.path.exists(name):
            return name
    return None


def summary(table, output=None):
    result = table.groupby("region")["units"].sum()
    if output is not None:
        result.to_csv(output)
    return result


def write_rows(rows, path=None):
    path = path or "rows.csv"
    with open(path, "w", newline="") as out:
        csv.writer(out).writerows(rows)
    return path


source = find(["missing.csv", "branch_sales.csv"])
if source is None:
    sys.exit("no input")
table = pd.read_csv(source)
print(summary(table).to_dict() == summary(table, "regions.csv").to_dict())
print(write_rows([[1, 2], [3, 4]]), write_rows([[5]], "five.csv"), os.path.exists("five.csv"))
