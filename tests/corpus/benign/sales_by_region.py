import csv
import json
from collections import defaultdict


def main():
    totals = defaultdict(float)
    counts = defaultdict(int)
    with open("sales.csv", newline="", encoding="utf-8") as f:
        for row in csv.DictReader(f):
            amount = int(row["quantity"]) * float(row["unit_price"])
            amount *= 1 - int(row["discount_pct"]) / 100
            totals[row["region"]] += amount
            counts[row["region"]] += 1

    result = {
        "regions": [
            {"region": r, "orders": counts[r], "revenue": round(totals[r], 2)}
            for r in sorted(totals, key=totals.get, reverse=True)
        ],
        "total": round(sum(totals.values()), 2),
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
