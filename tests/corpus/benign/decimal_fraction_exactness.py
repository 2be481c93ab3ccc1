from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import fsum

print(0.1 + 0.2 == 0.3, Decimal("0.1") + Decimal("0.2") == Decimal("0.3"), Fraction(1, 10) + Fraction(2, 10) == Fraction(3, 10))
print(sum([0.1] * 10), fsum([0.1] * 10))

for mode in (ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_DOWN):
    print(f"{mode:<16}", [str(Decimal(x).quantize(Decimal("0.1"), rounding=mode)) for x in ("0.25", "0.35", "-0.25", "2.449")])

with localcontext() as ctx:
    ctx.prec = 40
    root = Decimal(2).sqrt()
    print(root, root * root)

harmonic = sum(Fraction(1, k) for k in range(1, 11))
print(harmonic, harmonic.numerator, harmonic.denominator, float(harmonic))
print(Fraction("0.142857").limit_denominator(50), Fraction(3.141592653589793).limit_denominator(1000))


def continued_fraction(x: Fraction):
    while True:
        whole = x.numerator // x.denominator
        yield whole
        if x == whole:
            return
        x = 1 / (x - whole)


print(list(continued_fraction(Fraction(415, 93))))
print(Decimal("1E+3").normalize(), Decimal("1200").to_eng_string(), Decimal("-0.0015").adjusted(), Decimal("7.25").as_tuple().exponent)
