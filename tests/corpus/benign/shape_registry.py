import json
import math
from abc import ABC, abstractmethod


class Shape(ABC):
    registry = {}

    @classmethod
    def register(cls, name):
        def add(subclass):
            cls.registry[name] = subclass
            return subclass
        return add

    @abstractmethod
    def area(self): ...

    @abstractmethod
    def perimeter(self): ...

    def describe(self):
        return {"kind": type(self).__name__, "area": round(self.area(), 3), "perimeter": round(self.perimeter(), 3)}


@Shape.register("circle")
class Circle(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r ** 2

    def perimeter(self):
        return math.tau * self.r


@Shape.register("rect")
class Rectangle(Shape):
    def __init__(self, w, h):
        self.w, self.h = w, h

    def area(self):
        return self.w * self.h

    def perimeter(self):
        return 2 * (self.w + self.h)


@Shape.register("triangle")
class Triangle(Shape):
    def __init__(self, a, b, c):
        if a + b <= c or a + c <= b or b + c <= a:
            raise ValueError("sides do not form a triangle")
        self.sides = a, b, c

    def area(self):
        s = self.perimeter() / 2
        return math.sqrt(s * math.prod(s - x for x in self.sides))

    def perimeter(self):
        return sum(self.sides)


specs = [("circle", [2]), ("rect", [3, 4.5]), ("triangle", [3, 4, 5]), ("triangle", [1, 1, 9])]
output = []
for name, args in specs:
    try:
        output.append(Shape.registry[name](*args).describe())
    except ValueError as problem:
        output.append({"kind": name, "error": str(problem)})
print(json.dumps(output))
