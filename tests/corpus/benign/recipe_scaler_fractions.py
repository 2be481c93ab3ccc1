import re
from fractions import Fraction

RECIPE = """\
1 1/2 cups flour
3/4 cup sugar
2 eggs
0.5 tsp salt
a pinch of nutmeg
"""
AMOUNT = re.compile(r"^(?:(\d+)\s+)?(\d+(?:[./]\d+)?)\s+(.*)$")
VULGAR = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


def pretty(amount):
    whole, part = divmod(amount, 1)
    symbol = VULGAR.get(part, str(part) if part else "")
    return f"{whole if whole else ''}{' ' if whole and part and part not in VULGAR else ''}{symbol}" or "0"


def scale(recipe, factor):
    for line in recipe.splitlines():
        match = AMOUNT.match(line)
        if match is None:
            yield line
            continue
        whole, number, rest = match.groups()
        amount = (int(whole or 0) + Fraction(number)) * factor
        yield f"{pretty(amount)} {rest}"


for factor in (Fraction(2), Fraction(1, 2), Fraction(5, 3)):
    print(f"× {factor}")
    print("\n".join("  " + line for line in scale(RECIPE, factor)))
