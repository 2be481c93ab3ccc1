from __future__ import annotations
from typing import Callable, Sequence


class SegmentTree:
    """Iterative segment tree over any associative operation."""

    def __init__(self, values: Sequence[int], combine: Callable[[int, int], int], neutral: int) -> None:
        self.n = len(values)
        self.combine = combine
        self.neutral = neutral
        self.tree = [neutral] * self.n + list(values)
        for i in range(self.n - 1, 0, -1):
            self.tree[i] = combine(self.tree[2 * i], self.tree[2 * i + 1])

    def update(self, position: int, value: int) -> None:
        i = position + self.n
        self.tree[i] = value
        while i > 1:
            i //= 2
            self.tree[i] = self.combine(self.tree[2 * i], self.tree[2 * i + 1])

    def query(self, left: int, right: int) -> int:
        """Combine values[left:right]."""
        low, high = self.neutral, self.neutral
        l, r = left + self.n, right + self.n
        while l < r:
            if l & 1:
                low = self.combine(low, self.tree[l])
                l += 1
            if r & 1:
                r -= 1
                high = self.combine(self.tree[r], high)
            l //= 2
            r //= 2
        return self.combine(low, high)


values = [5, 3, 8, 6, 2, 7, 4, 1]
sums = SegmentTree(values, lambda a, b: a + b, 0)
mins = SegmentTree(values, min, 10**9)
print(sums.query(0, 8), sums.query(2, 5), mins.query(0, 4), mins.query(4, 7))
sums.update(3, 60)
mins.update(1, 9)
print(sums.query(2, 5), mins.query(0, 3))
assert all(sums.query(i, j) == sum([5, 3, 8, 60, 2, 7, 4, 1][i:j]) for i in range(8) for j in range(i, 9))
print("checked")
