import math

RATES = {
    ("USD", "EUR"): 0.92, ("EUR", "USD"): 1.085,
    ("EUR", "GBP"): 0.855, ("GBP", "EUR"): 1.168,
    ("GBP", "USD"): 1.275, ("USD", "GBP"): 0.783,
    ("USD", "JPY"): 151.0, ("JPY", "USD"): 0.00661,
    ("EUR", "JPY"): 163.5, ("JPY", "EUR"): 0.0061,
}


def find_arbitrage(rates):
    """Bellman-Ford on negated logarithms; a negative cycle is a profit."""
    nodes = sorted({c for pair in rates for c in pair})
    dist = dict.fromkeys(nodes, 0.0)
    pred = dict.fromkeys(nodes)
    changed = None
    for _ in nodes:
        changed = None
        for (a, b), rate in rates.items():
            w = -math.log(rate)
            if dist[a] + w < dist[b] - 1e-12:
                dist[b] = dist[a] + w
                pred[b] = a
                changed = b
    if changed is None:
        return None
    for _ in nodes:
        changed = pred[changed]
    cycle, node = [changed], pred[changed]
    while node != changed:
        cycle.append(node)
        node = pred[node]
    cycle.append(changed)
    cycle.reverse()
    return cycle


cycle = find_arbitrage(RATES)
if cycle:
    gain = math.prod(RATES[a, b] for a, b in zip(cycle, cycle[1:]))
    start = cycle.index(min(cycle))
    print("cycle of", len(cycle) - 1, "trades gains", f"{gain - 1:.4%}")
    print("currencies:", sorted(set(cycle)))
else:
    print("no arbitrage")
