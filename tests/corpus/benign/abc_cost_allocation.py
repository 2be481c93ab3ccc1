import json

departments = {"press": {"hours": 420, "area": 300, "staff": 12}, "mill": {"hours": 310, "area": 220, "staff": 9}, "lathe": {"hours": 150, "area": 130, "staff": 4}}
pools = [("energy", 26_400, "hours"), ("rent", 19_500, "area"), ("canteen", 7_500, "staff")]

allocated = {d: {} for d in departments}
for pool, amount, driver in pools:
    total = sum(v[driver] for v in departments.values())
    remaining = amount
    *first, last = departments
    for d in first:
        share = round(amount * departments[d][driver] / total)
        allocated[d][pool] = share
        remaining -= share
    allocated[last][pool] = remaining

for d, costs in allocated.items():
    costs["total"] = sum(costs.values())
    costs["per_hour"] = round(costs["total"] / departments[d]["hours"], 2)

assert sum(c["total"] for c in allocated.values()) == sum(a for _, a, _ in pools)
print(json.dumps(allocated, indent=2))
