from collections import namedtuple, UserDict, UserList
import json
import re

Reading = namedtuple("Reading", "tag value unit")


class Units(UserDict):
    def __getitem__(self, key):
        return super().__getitem__(key.strip().lower())

    def __setitem__(self, key, value):
        super().__setitem__(key.strip().lower(), value)


class Series(UserList):
    def __sub__(self, other):
        return Series(a - b for a, b in zip(self, other))

    @property
    def total(self):
        return sum(self.data)


class Quantity:
    _pattern = re.compile(r"^\s*([-+]?\d*\.?\d+(?:[eE][-+]?\d+)?)\s*([a-zA-Z°/%]*)\s*$")

    def __init__(self, value, unit=""):
        self.value = value
        self.unit = unit

    @classmethod
    def parse(cls, text):
        m = cls._pattern.match(text)
        if not m:
            raise ValueError(f"Cannot parse {text!r}")
        return cls(float(m[1]), m[2])

    def to(self, unit, table):
        if self.unit == unit:
            return self
        scale, offset = table[self.unit + ">" + unit]
        return Quantity(self.value * scale + offset, unit)

    def __truediv__(self, o):
        return Quantity(self.value / (o.value if isinstance(o, Quantity) else o), self.unit)

    def __pow__(self, n): return Quantity(self.value ** n, f"{self.unit}^{n}")
    def __abs__(self): return Quantity(abs(self.value), self.unit)
    def __float__(self): return float(self.value)
    def __round__(self, n=0): return Quantity(round(self.value, n), self.unit)
    def __int__(self): return int(self.value)
    def __index__(self): return int(self.value)
    def __eq__(self, o): return isinstance(o, Quantity) and (self.value, self.unit) == (o.value, o.unit)
    def __le__(self, o): return self.value <= o.value
    def __repr__(self): return f"Quantity({self.value!r}, {self.unit!r})"


table = Units({"C>F": (1.8, 32), "bar>kPa": (100, 0)})
for text in ["21.5 C", " 3bar", "-1e2 m/s", "abc"]:
    try:
        q = Quantity.parse(text)
        print(q, round(q.to("F", table), 1) if q.unit == "C" else abs(q) / 2, q ** 2, float(q))
    except (ValueError, KeyError) as e:
        print("error", e)
print(Series([5, 6]) - Series([1, 2]), Series([1, 2]).total, [10, 20, 30][Quantity(1)], Reading("T", 1, "C")._replace(value=2))
print(json.dumps(dict(table)), json.dumps(Reading("T", 1.5, "C")), "c>f" in table, Quantity(1) <= Quantity(2))
