from fractions import Fraction

TO_METRE = {
    "mm": Fraction(1, 1000),
    "cm": Fraction(1, 100),
    "m": Fraction(1),
    "km": Fraction(1000),
    "in": Fraction(254, 10000),
    "ft": Fraction(3048, 10000),
    "yd": Fraction(9144, 10000),
    "mi": Fraction(1609344, 1000),
}


def convert(value, source, target):
    if source not in TO_METRE or target not in TO_METRE:
        raise KeyError(f"unknown unit: {source if source not in TO_METRE else target}")
    return Fraction(value) * TO_METRE[source] / TO_METRE[target]


cases = [("1", "mi", "km"), ("100", "yd", "m"), ("5/8", "in", "mm"), ("42.195", "km", "mi"), ("6", "ft", "cm")]
for value, a, b in cases:
    exact = convert(value, a, b)
    print(f"{value:>7} {a:<2} = {float(exact):>12.6f} {b:<2}  (exactly {exact})")

try:
    convert(1, "m", "parsec")
except KeyError as e:
    print("failed:", e.args[0])
