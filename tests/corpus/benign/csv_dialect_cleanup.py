import csv
import io
import json

RAW = """name; qty ;price
 bolt ;12;0,15
"nut, M4";40;0,08
washer;;0,02
spring; 7;1,50
"""

reader = csv.reader(io.StringIO(RAW), delimiter=";")
header = [h.strip() for h in next(reader)]

rows, problems = [], []
for line_no, values in enumerate(reader, start=2):
    row = dict(zip(header, (v.strip() for v in values)))
    try:
        row["qty"] = int(row["qty"])
        row["price"] = float(row["price"].replace(",", "."))
    except ValueError as exc:
        problems.append({"line": line_no, "error": str(exc)})
        continue
    rows.append(row)

buffer = io.StringIO()
writer = csv.DictWriter(buffer, fieldnames=header, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
writer.writeheader()
writer.writerows(rows)

print(json.dumps({"csv": buffer.getvalue(), "value": round(sum(r["qty"] * r["price"] for r in rows), 2), "problems": problems}, indent=2))
