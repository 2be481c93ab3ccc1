from __future__ import annotations
from dataclasses import dataclass


class Spec:
    def is_satisfied(self, item) -> bool:
        raise NotImplementedError

    def __and__(self, other: Spec) -> Spec:
        return And(self, other)

    def __or__(self, other: Spec) -> Spec:
        return Or(self, other)

    def __invert__(self) -> Spec:
        return Not(self)

    def filter(self, items):
        return [i for i in items if self.is_satisfied(i)]


class And(Spec):
    def __init__(self, *specs):
        self.specs = specs

    def is_satisfied(self, item):
        return all(s.is_satisfied(item) for s in self.specs)


class Or(And):
    def is_satisfied(self, item):
        return any(s.is_satisfied(item) for s in self.specs)


class Not(Spec):
    def __init__(self, spec):
        self.spec = spec

    def is_satisfied(self, item):
        return not self.spec.is_satisfied(item)


class Attr(Spec):
    def __init__(self, **expected):
        self.expected = expected

    def is_satisfied(self, item):
        return all(getattr(item, k) == v for k, v in self.expected.items())


class Where(Spec):
    def __init__(self, fn):
        self.fn = fn

    def is_satisfied(self, item):
        return self.fn(item)


@dataclass
class Car:
    make: str
    colour: str
    price: int


cars = [Car("vw", "red", 10), Car("bmw", "blue", 40), Car("vw", "blue", 20)]
cheap = Where(lambda c: c.price < 30)
spec = Attr(make="vw") & cheap & ~Attr(colour="red")
print(spec.filter(cars), (Attr(colour="red") | Attr(make="bmw")).filter(cars))
