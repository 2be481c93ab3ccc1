import json
from collections import Counter
from itertools import combinations
import pandas as pd

with open("orders.json") as f:
    orders = json.load(f)

baskets = pd.Series({o["id"]: sorted({l["sku"] for l in o["lines"]}) for o in orders})
items = baskets.explode()
support = (items.value_counts() / len(baskets)).round(3).sort_index()

pairs = Counter(p for basket in baskets for p in combinations(basket, 2))
rules = []
for (a, b), n in sorted(pairs.items()):
    for lhs, rhs in ((a, b), (b, a)):
        confidence = n / len(baskets) / support[lhs]
        rules.append({"if": lhs, "then": rhs, "support": n, "confidence": round(confidence, 3), "lift": round(confidence / support[rhs], 3)})

rules = pd.DataFrame(rules).sort_values(["lift", "if", "then"], ascending=[False, True, True], ignore_index=True)
print(support.to_dict())
print(rules.head(4).to_string(index=False))
print("mean basket:", round(baskets.str.len().mean(), 3))
