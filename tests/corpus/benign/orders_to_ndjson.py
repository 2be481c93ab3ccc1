import json

with open("orders.json") as f:
    orders = json.load(f)

written = 0
with open("orders.ndjson", "w", encoding="utf-8") as out:
    for order in orders:
        flat = {
            "id": order["id"],
            "customer": order["customer"],
            "status": order["status"],
            "items": sum(l["qty"] for l in order["lines"]),
            "total": round(sum(l["qty"] * l["price"] for l in order["lines"]), 2),
        }
        out.write(json.dumps(flat, separators=(",", ":")) + "\n")
        written += 1

# read it back and verify
with open("orders.ndjson", encoding="utf-8") as f:
    rows = [json.loads(line) for line in f if line.strip()]

assert len(rows) == written
print(json.dumps({"written": written, "revenue": round(sum(r["total"] for r in rows if r["status"] != "cancelled"), 2), "last": rows[-1]}))
