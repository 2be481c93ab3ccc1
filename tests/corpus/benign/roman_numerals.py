NUMERALS = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
]


def to_roman(n: int) -> str:
    """Convert a positive integer below 4000.

    >>> to_roman(2024)
    'MMXXIV'
    """
    if not 0 < n < 4000:
        raise ValueError(f"{n} is out of range")
    parts = []
    for value, symbol in NUMERALS:
        count, n = divmod(n, value)
        parts.append(symbol * count)
    return "".join(parts)


def from_roman(text: str) -> int:
    values = dict((s, v) for v, s in NUMERALS if len(s) == 1)
    total = 0
    for current, following in zip(text, text[1:] + " "):
        v = values[current]
        total += -v if following != " " and values[following] > v else v
    return total


assert all(from_roman(to_roman(i)) == i for i in range(1, 4000))
for year in (4, 49, 1066, 1994, 2024, 3999):
    print(f"{year:>5} = {to_roman(year)}")
try:
    to_roman(0)
except ValueError as err:
    print(f"ValueError: {err}")
