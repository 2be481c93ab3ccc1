def future_value(principal, rate, years, periods=12, contribution=0):
    r = rate / periods
    balance = principal
    for _ in range(years * periods):
        balance = balance * (1 + r) + contribution
    return balance


scenarios = [
    ("lump sum", 10_000, 0.05, 0),
    ("monthly 100", 0, 0.05, 100),
    ("both", 10_000, 0.05, 100),
    ("both, low rate", 10_000, 0.02, 100),
]
years = (5, 10, 20, 30)
print(f"{'':<16}" + "".join(f"{y:>12} y" for y in years))
for label, principal, rate, monthly in scenarios:
    values = (future_value(principal, rate, y, contribution=monthly) for y in years)
    print(f"{label:<16}" + "".join(f"{v:>14,.0f}" for v in values))

# how long until money doubles?
for rate in (0.02, 0.04, 0.07):
    n, v = 0, 1.0
    while v < 2:
        v *= 1 + rate
        n += 1
    print(f"{rate:.0%}: doubles after {n} years (rule of 72: {72 / (rate * 100):.1f})")
