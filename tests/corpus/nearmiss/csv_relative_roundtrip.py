# harmless: csv rows are written and read in the working directory
import csv
with open("rows.csv", "w", newline="") as f:
    csv.writer(f).writerows([["system", "open"], ["A", 1]])
with open("rows.csv", newline="") as f:
    print(list(csv.DictReader(f)))
