from math import gcd
from functools import total_ordering

@total_ordering
class Frac:
    def __init__(self, n, d=1):
        if d == 0:
            raise ZeroDivisionError("denominator is zero")
        g = gcd(n, d)
        self.n, self.d = n // g, d // g
    def __add__(self, o): return Frac(self.n * o.d + o.n * self.d, self.d * o.d)
    def __sub__(self, o): return self + (-o)
    def __neg__(self): return Frac(-self.n, self.d)
    def __mul__(self, o): return Frac(self.n * o.n, self.d * o.d)
    def __truediv__(self, o): return Frac(self.n * o.d, self.d * o.n)
    def __eq__(self, o): return (self.n, self.d) == (o.n, o.d)
    def __lt__(self, o): return self.n * o.d < o.n * self.d
    def __float__(self): return self.n / self.d
    def __repr__(self): return "%d/%d" % (self.n, self.d)
    def __abs__(self): return Frac(abs(self.n), abs(self.d))

a, b = Frac(1, 2), Frac(3, 4)
print(a + b, a - b, a * b, a / b, a < b, a >= b, float(abs(a - b)), sorted([b, a]))
