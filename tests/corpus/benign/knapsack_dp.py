# 0/1 knapsack with reconstruction of the chosen items
items = [
    ("tent", 48, 10),
    ("stove", 30, 5),
    ("rope", 14, 3),
    ("food", 60, 12),
    ("camera", 25, 2),
    ("books", 8, 4),
    ("map", 11, 1),
]
capacity = 20

n = len(items)
best = [[0] * (capacity + 1) for _ in range(n + 1)]
for i, (_, value, weight) in enumerate(items, start=1):
    for w in range(capacity + 1):
        best[i][w] = best[i - 1][w]
        if weight <= w:
            best[i][w] = max(best[i][w], best[i - 1][w - weight] + value)

chosen = []
w = capacity
for i in range(n, 0, -1):
    if best[i][w] != best[i - 1][w]:
        name, value, weight = items[i - 1]
        chosen.append(name)
        w -= weight

print({"value": best[n][capacity], "items": sorted(chosen), "spare_capacity": w})
