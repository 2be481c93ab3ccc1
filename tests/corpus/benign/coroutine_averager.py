def averager():
    total, n, avg = 0.0, 0, None
    while True:
        x = yield avg
        if x is None:
            return n, avg
        total += x
        n += 1
        avg = total / n

def grouper(results, key):
    while True:
        results[key] = yield from averager()

results = {}
for key, values in {"girls": [1.6, 1.7], "boys": [1.5, 1.8, 1.65]}.items():
    g = grouper(results, key)
    next(g)
    for v in values:
        g.send(v)
    g.send(None)
    g.close()
print({k: (n, round(a, 3)) for k, (n, a) in results.items()})
