# Functions in dictionaries and lists, called with the names of files.
import csv
import json


def read_rows(path):
    with open(path, newline="") as handle:
        return list(csv.DictReader(handle))


def write_json(rows, path):
    with open(path, "w") as out:
        json.dump(rows, out)


def write_csv(rows, path):
    with open(path, "w", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def write_text(rows, path):
    with open(path, "w") as out:
        out.writelines(f"{row}\n" for row in rows)


WRITERS = {"json": write_json, "csv": write_csv, "txt": write_text}
CHECKS = [("rows", len), ("first", lambda rows: sorted(rows[0])[0])]

rows = read_rows("staff.csv")[:4]
for kind, writer in WRITERS.items():
    writer(rows, f"staff_copy.{kind}")
for name in ("again.json", "again.csv"):
    WRITERS[name.split(".")[1]](rows, name)
for step in [read_rows, read_rows]:
    print(len(step("staff_copy.csv")))
print({name: check(rows) for name, check in CHECKS}, len(read_rows("again.csv")))
