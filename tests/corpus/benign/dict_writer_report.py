import csv
import io

rows = [{"name": "Ann", "open": 3, "exec": "yes"}, {"name": "Bob", "open": 5, "exec": "no"}]
buffer = io.StringIO(newline="")
writer = csv.DictWriter(buffer, fieldnames=["name", "open", "exec"], quoting=csv.QUOTE_NONNUMERIC)
writer.writeheader()
writer.writerows(rows)
buffer.seek(0)
back = list(csv.DictReader(buffer))
print(buffer.getvalue().strip().splitlines()[1], sum(int(r["open"]) for r in back))
