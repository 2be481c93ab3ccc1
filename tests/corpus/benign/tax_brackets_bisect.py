from bisect import bisect_right
from itertools import accumulate

BOUNDS = [0, 11_000, 27_000, 62_000, 130_000]
RATES = [0.0, 0.14, 0.24, 0.37, 0.45]

# tax that is due at each lower bound
BASE = [0.0, *accumulate((hi - lo) * r for lo, hi, r in zip(BOUNDS, BOUNDS[1:], RATES))]


def tax(income: float) -> float:
    i = bisect_right(BOUNDS, income) - 1
    return BASE[i] + (income - BOUNDS[i]) * RATES[i]


print(f"{'income':>10} {'tax':>11} {'average':>8} {'marginal':>8}")
for income in (9_500, 11_000, 30_000, 62_001, 85_000, 250_000):
    due = tax(income)
    marginal = tax(income + 1) - due
    print(f"{income:>10,} {due:>11,.2f} {due / income:>8.2%} {marginal:>8.0%}")
