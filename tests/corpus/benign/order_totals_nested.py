import json
from collections import defaultdict
from datetime import datetime
from itertools import chain

orders = json.load(open("orders.json"))


def order_total(order):
    return sum(line["qty"] * line["price"] for line in order["lines"])


active = [o for o in orders if o["status"] != "cancelled"]
by_customer = defaultdict(list)
for o in active:
    by_customer[o["customer"]].append(order_total(o))

by_day = defaultdict(float)
for o in active:
    by_day[datetime.fromisoformat(o["placed"]).date().isoformat()] += order_total(o)

units = defaultdict(int)
for line in chain.from_iterable(o["lines"] for o in active):
    units[line["sku"]] += line["qty"]

print(json.dumps(
    {
        "customers": {c: {"orders": len(v), "total": sum(v), "average": round(sum(v) / len(v), 2)} for c, v in sorted(by_customer.items())},
        "days": dict(by_day),
        "units": dict(sorted(units.items(), key=lambda kv: kv[1], reverse=True)),
        "cancelled": len(orders) - len(active),
    },
    indent=2,
))
