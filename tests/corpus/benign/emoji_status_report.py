import json
from datetime import datetime

with open("orders.json") as f:
    orders = json.load(f)

ICONS = {"paid": "✅", "shipped": "🚚", "cancelled": "❌"}

print("📊 Order report")
print("═" * 30)
for status in ("paid", "shipped", "cancelled"):
    group = [o for o in orders if o["status"] == status]
    total = sum(line["qty"] * line["price"] for o in group for line in o["lines"])
    print(f"{ICONS[status]} {status:<10} {len(group):>2} orders  {total:>8.2f} €")
print("═" * 30)
latest = max(orders, key=lambda o: datetime.fromisoformat(o["placed"]))
print(f"→ latest: {latest['id']} on {datetime.fromisoformat(latest['placed']):%d %b, %H:%M}")
print("✓ done")
