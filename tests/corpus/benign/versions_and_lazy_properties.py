from itertools import product
from functools import reduce, cached_property, total_ordering
import operator


@total_ordering
class Version:
    def __init__(self, text):
        self.parts = tuple(int(p) for p in text.split("."))

    def __eq__(self, other):
        return self.parts == other.parts

    def __lt__(self, other):
        return self.parts < other.parts

    def __repr__(self):
        return "v" + ".".join(map(str, self.parts))


class Dataset:
    def __init__(self, values):
        self._values = list(values)

    @cached_property
    def mean(self):
        print("computing mean")
        return sum(self._values) / len(self._values)

    @property
    def scale(self):
        return self._scale

    @scale.setter
    def scale(self, value):
        if value <= 0:
            raise ValueError("scale must be positive")
        self._scale = value

    @scale.deleter
    def scale(self):
        self._scale = 1

    @staticmethod
    def validate(values):
        return all(isinstance(v, (int, float)) for v in values)

    def __reversed__(self):
        return reversed(self._values)


def make_counter(start=0):
    n = start

    def step(by=1):
        nonlocal n
        n += by
        return n

    return step


def hanoi(n, a="A", b="B", c="C"):
    return [] if n == 0 else hanoi(n - 1, a, c, b) + [(a, c)] + hanoi(n - 1, b, a, c)


versions = sorted(map(Version, ["1.10.0", "1.2.3", "0.9"]), reverse=True)
print(versions, Version("1.0") >= Version("0.9"), max(versions))
d = Dataset([1, 2, 6])
print(d.mean, d.mean, Dataset.validate([1, "x"]), list(reversed(d)))
d.scale = 2
del d.scale
try:
    d.scale = -1
except ValueError as e:
    print(e)
step = make_counter(10)
print(step(), step(5), step.__closure__ is not None, len(hanoi(4)), reduce(operator.or_, [{1}, {2}, {3}]))
primes = [p for p in range(2, 50) if all(p % q for q in range(2, int(p**0.5) + 1))]
pyth = {(a, b, c) for a, b in product(range(1, 20), repeat=2) if a < b and (c := int((a * a + b * b) ** 0.5)) ** 2 == a * a + b * b}
matrix = [[i * j for j in range(4)] for i in range(3)]
print(primes, sorted(pyth), [list(col) for col in zip(*matrix)], {k: {v for v in row} for k, row in enumerate(matrix)})
first, *middle, last = primes
(a, b), [c, *_] = (1, 2), "xyz"
print(first, len(middle), last, a, b, c, any(x > 45 for x in primes), sum(divmod(17, 5)), sorted("bca", key=str.upper)[::-1])
