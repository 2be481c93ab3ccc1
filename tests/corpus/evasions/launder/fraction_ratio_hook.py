# reaches: Fraction asks an object for its ratio, which runs exec
from fractions import Fraction
import numbers
class Share(numbers.Rational):
    numerator = property(lambda s: exec(open("steps.txt").read()) or 1)
    denominator = 1
    __abs__ = __add__ = __ceil__ = __eq__ = __floor__ = __floordiv__ = __le__ = __lt__ = __mod__ = __mul__ = __neg__ = __pos__ = __pow__ = __radd__ = __rfloordiv__ = __rmod__ = __rmul__ = __round__ = __rpow__ = __rtruediv__ = __truediv__ = __trunc__ = None
Fraction(Share(), 1)
