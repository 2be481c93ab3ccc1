from fractions import Fraction
from functools import singledispatchmethod

class Formatter:
    @singledispatchmethod
    def show(self, value):
        raise TypeError(f"cannot show {type(value).__name__}")

    @show.register
    def _(self, value: int):
        return f"{value:,}"

    @show.register
    def _(self, value: Fraction):
        return f"{value.numerator}/{value.denominator}"

    @show.register(list)
    def _(self, value):
        return " ".join(self.show(v) for v in value)

print(Formatter().show([1234567, Fraction(6, 8)]))
try:
    Formatter().show(2j)
except TypeError as error:
    print(error)
