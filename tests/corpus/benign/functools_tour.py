import functools, operator
from functools import partial, reduce, cached_property, singledispatch, singledispatchmethod, cmp_to_key, cache

@singledispatch
def describe(x):
    return "thing"
@describe.register
def _(x: int):
    return "int"
@describe.register(list)
@describe.register(tuple)
def _(x):
    return f"seq of {len(x)}"

class Data:
    def __init__(self, xs):
        self.xs = xs
    @cached_property
    def mean(self):
        return sum(self.xs) / len(self.xs)
    @singledispatchmethod
    def get(self, key):
        raise TypeError("unsupported")
    @get.register
    def _(self, key: int):
        return self.xs[key]
    @get.register
    def _(self, key: str):
        return getattr(self, "mean") if key == "mean" else None

double = partial(operator.mul, 2)
print(reduce(operator.or_, [1, 2, 4]), double(21), double.args, double.func.__name__)
print(describe(3), describe([1, 2]), describe("s"), describe.dispatch(int).__name__)
d = Data([1, 2, 6])
print(d.mean, d.get(2), d.get("mean"), "mean" in d.__dict__)
print(sorted(["b", "A", "c"], key=cmp_to_key(lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower()))))
@cache
def ways(n):
    return 1 if n < 2 else ways(n - 1) + ways(n - 2)
print(ways(30))
