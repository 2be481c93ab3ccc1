from fractions import Fraction
from decimal import Decimal, ROUND_HALF_EVEN, ROUND_DOWN, Context
import math, cmath, numbers
def continued_fraction(x, n=6):
    out = []
    x = Fraction(x)
    while n and x.denominator != 1:
        out.append(math.floor(x)); x = 1 / (x - math.floor(x)); n -= 1
    return out
print(continued_fraction(Fraction(415, 93)), Fraction(1, 3) + 0.5, Fraction("1/3").limit_denominator(10))
tax = {Decimal("10000"): Decimal("0.10"), Decimal("40000"): Decimal("0.22"), Decimal("Infinity"): Decimal("0.35")}
def income_tax(income):
    due, lower = Decimal(0), Decimal(0)
    for upper, rate in tax.items():
        if income > lower:
            due += (min(income, upper) - lower) * rate
        lower = upper
    return due.quantize(Decimal("1.00"), rounding=ROUND_HALF_EVEN)
for i in ("5000", "25000.55", "123456.78"):
    print(f"{Decimal(i):>12,} {income_tax(Decimal(i)):>12,}")
print(Decimal("2.675").quantize(Decimal(".01"), ROUND_DOWN), Context(prec=4).divide(Decimal(1), Decimal(3)), Decimal(2).sqrt(), Decimal("1.10") == Decimal("1.1"), Decimal(5).compare(Decimal(3)))
print(cmath.sqrt(-1), cmath.phase(1j), isinstance(Fraction(1), numbers.Rational), math.trunc(2.7), math.copysign(1, -0.0), math.isfinite(1e308 * 10), math.modf(2.5), math.frexp(8), math.perm(5, 2), math.ceil(0.1), math.tau, math.gamma(5), math.remainder(7, 3), math.cos(0), math.atan2(1, 1), math.exp(1), math.log(8, 2), math.log2(8), math.pow(2, 3), math.radians(90))
print(sum([Decimal("0.1")] * 3) == Decimal("0.3"), sum([0.1] * 3) == 0.3, round(0.5), int("0b11", 0), float("1e-3").hex(), (0.5).as_integer_ratio(), (10).bit_length(), complex("1+2j").imag, float("inf").is_integer())
