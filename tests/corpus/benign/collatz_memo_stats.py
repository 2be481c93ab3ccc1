from functools import lru_cache

@lru_cache(maxsize=None)
def steps(n):
    if n == 1:
        return 0
    return 1 + (steps(n // 2) if n % 2 == 0 else steps(3 * n + 1))

limit = 3000
lengths = {n: steps(n) for n in range(1, limit + 1)}
champion = max(lengths, key=lengths.get)
print(f"longest below {limit}: {champion} with {lengths[champion]} steps")

records = []
best = -1
for n, s in lengths.items():
    if s > best:
        best = s
        records.append((n, s))
print("records:", records[-6:])
info = steps.cache_info()
print("hits more than 5000:", info.hits > 5000, "cached:", info.currsize)

happy = []
for n in range(1, 51):
    seen, k = set(), n
    while k != 1 and k not in seen:
        seen.add(k)
        k = sum(int(d) ** 2 for d in str(k))
    if k == 1:
        happy.append(n)
print("happy:", happy)
