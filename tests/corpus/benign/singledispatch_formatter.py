from functools import singledispatch
from datetime import date
from decimal import Decimal


@singledispatch
def fmt(value):
    return str(value)


@fmt.register
def _(value: bool):
    return "yes" if value else "no"


@fmt.register(int)
def _(value):
    return f"{value:,}"


@fmt.register(float)
@fmt.register(Decimal)
def _(value):
    return f"{value:,.2f}"


@fmt.register
def _(value: date):
    return value.strftime("%d.%m.%Y")


@fmt.register(list)
@fmt.register(tuple)
def _(value):
    return "[" + "; ".join(fmt(v) for v in value) + "]"


@fmt.register(type(None))
def _(value):
    return "-"


row = [True, 1234567, 2.5, Decimal("1999.999"), date(2024, 2, 29), None, ["a", (1, 0.1)]]
for item in row:
    print(f"{type(item).__name__:<8} {fmt(item)}")
