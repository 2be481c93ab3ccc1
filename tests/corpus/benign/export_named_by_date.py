import csv
from datetime import date

today = date.today().isoformat()
rows = [{"name": "a", "value": 1}, {"name": "b", "value": 2}]
filename = "export-" + today + ".csv"
with open(filename, "w", newline="") as fh:
    writer = csv.DictWriter(fh, fieldnames=["name", "value"])
    writer.writeheader()
    writer.writerows(rows)
print(filename.endswith(".csv"))
