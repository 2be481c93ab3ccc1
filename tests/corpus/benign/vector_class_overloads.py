import math
from typing import Iterator


class Vector:
    __slots__ = ("_components",)

    def __init__(self, *components: float):
        self._components = tuple(float(c) for c in components)

    def __iter__(self) -> Iterator[float]:
        return iter(self._components)

    def __len__(self):
        return len(self._components)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return Vector(*self._components[index])
        return self._components[index]

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self, other, strict=True)))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __mul__(self, k):
        return Vector(*(a * k for a in self))

    __rmul__ = __mul__

    def __truediv__(self, k):
        return self * (1 / k)

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self, other))

    def __abs__(self):
        return math.sqrt(self @ self)

    def __eq__(self, other):
        return isinstance(other, Vector) and all(math.isclose(a, b) for a, b in zip(self, other))

    def __hash__(self):
        return hash(self._components)

    def __repr__(self):
        return f"Vector({', '.join(f'{c:g}' for c in self)})"

    def angle(self, other):
        return math.degrees(math.acos(self @ other / (abs(self) * abs(other))))


a, b = Vector(3, 4, 0), Vector(0, 1, 2)
print(a + b, a - b, 2 * a, a / 2, -a, a @ b, abs(a), len(a), a[1:], a[-1])
print(f"{a.angle(b):.2f}", a == Vector(3, 4, 0), sum([a, b], Vector(0, 0, 0)), {a, Vector(3, 4, 0)} == {a})
x, y, z = a
print(x, y, z, sorted([a, b, a + b], key=abs)[0])
try:
    a + Vector(1, 2)
except ValueError:
    print("lengths differ")
