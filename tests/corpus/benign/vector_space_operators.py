from __future__ import annotations

import math
from functools import total_ordering

@total_ordering
class Vec:
    __slots__ = ("x", "y")

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y

    def __add__(self, other: Vec) -> Vec:
        return Vec(self.x + other.x, self.y + other.y)

    def __rmul__(self, k: float) -> Vec:
        return Vec(k * self.x, k * self.y)

    def __matmul__(self, other: Vec) -> float:
        return self.x * other.x + self.y * other.y

    def __abs__(self) -> float:
        return math.hypot(self.x, self.y)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vec) and (self.x, self.y) == (other.x, other.y)

    def __lt__(self, other: Vec) -> bool:
        return abs(self) < abs(other)

    def __hash__(self) -> int:
        return hash((self.x, self.y))

    def __repr__(self) -> str:
        return f"Vec({self.x:g}, {self.y:g})"

print(Vec(1, 2) + 2 * Vec(3, 4), Vec(1, 2) @ Vec(3, 4), max(Vec(3, 4), Vec(1, 1)), len({Vec(0, 0), Vec(0, 0)}))
