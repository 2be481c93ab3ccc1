import json
from functools import singledispatch, singledispatchmethod
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction


@singledispatch
def encode(value):
    raise TypeError(f"cannot encode {type(value).__name__}")


@encode.register
def _(value: Decimal):
    return str(value)


@encode.register(date)
@encode.register(datetime)
def _(value):
    return value.isoformat()


@encode.register(set)
@encode.register(frozenset)
def _encode_set(value):
    return sorted(value)


@encode.register
def _(value: Fraction):
    return {"num": value.numerator, "den": value.denominator}


class Formatter:
    @singledispatchmethod
    def format(self, arg):
        return repr(arg)

    @format.register
    def _(self, arg: int):
        return f"{arg:,}"

    @format.register
    def _(self, arg: float):
        return f"{arg:.3e}"

    @format.register
    def _(self, arg: list):
        return "[" + "; ".join(self.format(a) for a in arg) + "]"


payload = {
    "amount": Decimal("12.50"),
    "day": date(2024, 2, 29),
    "tags": {"b", "a"},
    "ratio": Fraction(6, 8),
}
print(json.dumps(payload, default=encode, indent=2))
f = Formatter()
print(f.format([1234567, 0.00012, "x", [10000]]))


class DecimalEncoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, Decimal):
            return float(o)
        return super().default(o)


print(json.dumps({"x": Decimal("1.1")}, cls=DecimalEncoder))
print(json.loads('{"x": 1.1}', parse_float=Decimal))
