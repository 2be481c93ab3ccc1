import json


def straight_line(cost, salvage, life):
    yearly = (cost - salvage) / life
    return [yearly] * life


def declining_balance(cost, salvage, life, factor=2.0):
    book, out = cost, []
    for year in range(1, life + 1):
        charge = min(book * factor / life, book - salvage)
        remaining = life - year + 1
        charge = max(charge, (book - salvage) / remaining)
        out.append(charge)
        book -= charge
    return out


def sum_of_years(cost, salvage, life):
    digits = life * (life + 1) // 2
    return [(cost - salvage) * (life - y) / digits for y in range(life)]


METHODS = {"straight_line": straight_line, "declining_balance": declining_balance, "sum_of_years": sum_of_years}
COST, SALVAGE, LIFE = 48_000, 3_000, 6

result = {}
for name, method in METHODS.items():
    charges = method(COST, SALVAGE, LIFE)
    books = [COST - sum(charges[: i + 1]) for i in range(LIFE)]
    assert abs(books[-1] - SALVAGE) < 1e-6, name
    result[name] = {"charges": [round(c, 2) for c in charges], "book_values": [round(b, 2) for b in books]}
print(json.dumps(result, indent=1))
