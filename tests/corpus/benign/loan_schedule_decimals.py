from decimal import Decimal, getcontext, localcontext, InvalidOperation
from datetime import date
from itertools import count
import calendar
import csv

getcontext().prec = 28
CENT = Decimal("0.01")


def add_months(d: date, n: int) -> date:
    y, m = divmod(d.month - 1 + n, 12)
    year, month = d.year + y, m + 1
    return d.replace(year=year, month=month, day=min(d.day, calendar.monthrange(year, month)[1]))


def schedule(principal: Decimal, annual: Decimal, months: int, start: date):
    """Yield (no, due, payment, interest, principal, balance)."""
    rate = annual / 12
    payment = (principal * rate / (1 - (1 + rate) ** -months)).quantize(CENT)
    balance = principal
    for no in count(1):
        interest = (balance * rate).quantize(CENT)
        if no == months:
            payment = balance + interest
        paid = payment - interest
        balance -= paid
        yield no, add_months(start, no), payment, interest, paid, balance
        if no >= months or balance <= 0:
            return


rows = list(schedule(Decimal("10000"), Decimal("0.06"), 12, date(2024, 1, 31)))
with open("schedule.csv", "w", newline="") as fh:
    w = csv.writer(fh, lineterminator="\n")
    w.writerow(["no", "due", "payment", "interest", "principal", "balance"])
    for r in rows:
        w.writerow([r[0], r[1].isoformat(), *map(str, r[2:])])
print(*(f"{n:>3} {d:%Y-%m-%d} {p:>9} {i:>7} {c:>9} {b:>10}" for n, d, p, i, c, b in rows), sep="\n")
print("total interest", sum((r[3] for r in rows), Decimal(0)))
with localcontext() as ctx:
    ctx.prec = 5
    print(Decimal(1) / Decimal(7))
try:
    Decimal("abc")
except InvalidOperation as e:
    print("invalid", type(e).__mro__[1].__name__)
print(Decimal("1E+3").normalize(), Decimal("12.345").as_tuple(), Decimal("-0").is_signed())
