import json
import math

with open("inventory.json") as f:
    inventory = json.load(f)

LEAD_TIME_DAYS = 9
SERVICE_FACTOR = 1.65

orders = []
for item in inventory["items"]:
    days_left = item["on_hand"] / item["daily_use"]
    if item["on_hand"] > item["reorder_point"]:
        continue
    demand = item["daily_use"] * LEAD_TIME_DAYS
    safety = SERVICE_FACTOR * math.sqrt(demand)
    quantity = max(0, math.ceil(demand + safety - item["on_hand"]))
    orders.append({
        "sku": item["sku"],
        "name": item["name"],
        "days_left": round(days_left, 1),
        "order": quantity,
        "cost": round(quantity * item["cost"], 2),
    })

orders.sort(key=lambda o: o["days_left"])
value = sum(i["on_hand"] * i["cost"] for i in inventory["items"])
tags = sorted({tag for i in inventory["items"] for tag in i["tags"]})
print(json.dumps({"as_of": inventory["as_of"], "stock_value": round(value, 2), "orders": orders, "tags": tags}))
