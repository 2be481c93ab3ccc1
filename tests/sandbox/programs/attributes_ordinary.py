# ordinary use of the functions that take names -- ok
# with: guard attributes modules=pathlib,operator,string,abc,argparse,enum,threading,contextlib
import abc
import argparse
import copy
import dataclasses
import enum
import functools
import json
import operator
import string
import typing
from collections import namedtuple


@dataclasses.dataclass
class Row:
    name: str
    _hidden: int = 2
    tags: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Fixed:
    x: int


class Lazy:
    mro = 1

    def __init__(self, **given):
        for key, value in given.items():
            setattr(self, "_" + key, value)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self, "_" + name)

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)

    def __repr__(self):
        return f"{self.__class__.__name__}({vars(self)})"


class Meta(type):
    def __new__(meta, name, bases, names):
        return super().__new__(meta, name, bases, names)


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self):
        ...


class Square(Shape, metaclass=abc.ABCMeta):
    def area(self):
        return 1


class Made(metaclass=Meta):
    pass


class Colour(enum.Enum):
    RED = 1


def keep(function):
    @functools.wraps(function)
    def inner(*arguments):
        return function(*arguments)
    return inner


@keep
def f():
    "doc"


row = Row("a")
for field in dataclasses.fields(row):
    assert getattr(row, field.name) is not None
assert hasattr(row, "name") and not hasattr(row, "none") and hasattr([], "__len__") and hasattr(row, "_hidden")
assert getattr(row, "none", 7) == 7 and getattr(row, "_hidden", None) == 2 and getattr(row, "__class__") is Row
setattr(row, "name", "b")
delattr(row, "name")
try:
    getattr(row, "name")
except AttributeError as error:
    assert str(error) == "'Row' object has no attribute 'name'" and error.name == "name"
for wrong, message in (((row,), "getattr expected at least 2 arguments, got 1"), ((row, 1), "attribute name must be string"),
                       ((row, "a", 1, 2), "getattr expected at most 3 arguments, got 4")):
    try:
        getattr(*wrong)
    except TypeError as error:
        assert message in str(error), error
setattr(Row, "_registry", {})
assert getattr(Row, "_registry") == {} and json.loads(json.dumps(Lazy(b=2), default=vars)) == {"_b": 2}
lazy = Lazy(a=1)
assert lazy.a == 1 and repr(lazy) == "Lazy({'_a': 1})" and isinstance(lazy, Lazy) and copy.copy(lazy)._a == 1
assert getattr(lazy, "mro") == 1
assert repr(getattr) == "<built-in function getattr>" and getattr.__name__ == "getattr" and "default" in getattr.__doc__
assert type(3) is int and isinstance(int, type) and isinstance(Made, Meta) and type(Made) is Meta
Plain = type("Plain", (Row,), {"extra": 1, "__doc__": "d"})
assert Plain("x").extra == 1 and type(Plain) is type
assert sorted([Row("b"), Row("a")], key=operator.attrgetter("name"))[0].name == "a"
assert operator.methodcaller("upper")("a") == "A" and operator.attrgetter("x.real", "x")(Fixed(2)) == (2, 2)
assert functools.reduce(getattr, ["x", "real"], Fixed(3)) == 3
assert list(map(getattr, [Fixed(1)], ["x"])) == [1]
assert "{0.x} {n:>{w}} {d[k]} {{0.__class__}} {0!r}".format(Fixed(1), n=1, w=3, d={"k": 2}) == "1   1 2 {0.__class__} Fixed(x=1)"
assert "{a.real:.2f}".format_map({"a": 1.0}) == "1.00" and string.Formatter().format("{0.real}", 2) == "2"
assert f.__name__ == "f" and f.__wrapped__ is not None and "{0.__name__}".format(f) == "f"
arguments = argparse.ArgumentParser()
arguments.add_argument("--n", type=int, default=3)
arguments.add_argument("--v", action="append")
assert getattr(arguments.parse_args(["--v", "1"]), "n") == 3
assert typing.NamedTuple("T", [("a", int)])(1).a == 1 and namedtuple("P", "x")(1)._replace(x=2).x == 2
assert dataclasses.replace(Fixed(1), x=2) == Fixed(2) and dataclasses.asdict(row.__class__("c"))["_hidden"] == 2
made = dataclasses.make_dataclass("Dyn", ["p", ("q", int, 3)])
assert made(1).q == 3 and Colour["RED"].value == 1 and getattr(Colour, "RED").name == "RED" and Square().area() == 1


class Point:
    __match_args__ = ("x", "_y")

    def __init__(self, x, y):
        self.x, self._y = x, y


match Point(1, 2):
    case Point(a, b):
        assert (a, b) == (1, 2)
match row.__class__("m", 5):
    case Row(n, h):
        assert (n, h) == ("m", 5)
import pathlib
assert Colour.__members__ and pathlib.Path("a/b").name == "b"
try:
    setattr(Fixed(1), "x", 2)
except dataclasses.FrozenInstanceError:
    pass
print("contained", len(vars()) > 3, vars(Fixed(4)), type(getattr), callable(getattr))
