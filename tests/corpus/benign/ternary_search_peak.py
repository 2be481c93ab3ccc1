def peak_index(values):
    lo, hi = 0, len(values) - 1
    while hi - lo > 2:
        a, b = lo + (hi - lo) // 3, hi - (hi - lo) // 3
        if values[a] < values[b]:
            lo = a
        else:
            hi = b
    return max(range(lo, hi + 1), key=values.__getitem__)


def golden_section(f, lo, hi, tol=1e-8):
    phi = (5 ** 0.5 - 1) / 2
    while hi - lo > tol:
        a, b = hi - phi * (hi - lo), lo + phi * (hi - lo)
        if f(a) < f(b):
            hi = b
        else:
            lo = a
    return (lo + hi) / 2


profile = [x * (40 - x) for x in range(41)]
print(peak_index(profile), profile[peak_index(profile)])
cost = lambda d: 1200 / d + 0.35 * d ** 2
best = golden_section(cost, 1, 60)
print(f"best diameter {best:.4f}, cost {cost(best):.3f}; analytic {(1200 / 0.7) ** (1 / 3):.4f}")
