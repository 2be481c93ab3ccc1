"""Convert nested JSON orders to three CSV tables."""
import csv
import json


class TableWriter:
    def __init__(self, path, columns):
        self.path = path
        self.columns = columns
        self.rows = 0

    def __enter__(self):
        self._file = open(self.path, "w", newline="", encoding="utf-8")
        self._writer = csv.DictWriter(self._file, fieldnames=self.columns)
        self._writer.writeheader()
        return self

    def write(self, **row):
        self._writer.writerow(row)
        self.rows += 1

    def __exit__(self, exc_type, exc_val, exc_tb):
        self._file.close()
        if exc_type:
            print(f"failed: {exc_val}")
        return False


with open("web_orders.json") as source, \
        TableWriter("t_orders.csv", ["id", "customer_id", "placed", "status"]) as t_orders, \
        TableWriter("t_items.csv", ["order_id", "line", "sku", "qty", "price"]) as t_items, \
        TableWriter("t_customers.csv", ["id", "name", "tags"]) as t_customers:
    seen = set()
    for order in json.load(source):
        cust = order["customer"]
        t_orders.write(id=order["id"], customer_id=cust["id"], placed=order["placed"][:10], status=order["status"])
        for line, item in enumerate(order["items"], start=1):
            t_items.write(order_id=order["id"], line=line, **item)
        if cust["id"] not in seen:
            seen.add(cust["id"])
            t_customers.write(id=cust["id"], name=cust["name"], tags="|".join(cust["tags"]))
for t in (t_orders, t_items, t_customers):
    print(f"{t.path}: {t.rows} rows")
with open("t_items.csv") as f:
    header, *lines = f.read().splitlines()
print(header, len(lines))
