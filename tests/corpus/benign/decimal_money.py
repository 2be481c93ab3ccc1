from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation, getcontext, localcontext
getcontext().prec = 28
prices = [Decimal("19.99"), Decimal("5.005"), Decimal("0.10")]
cents = Decimal("0.01")
print([p.quantize(cents, rounding=ROUND_HALF_UP) for p in prices], [p.quantize(cents, ROUND_HALF_EVEN) for p in prices])
with localcontext() as ctx:
    ctx.prec = 5
    print(Decimal(1) / Decimal(7))
try:
    Decimal("abc")
except InvalidOperation as e:
    print("invalid", type(e).__name__)
print(sum(prices), Decimal("1e3").normalize(), Decimal("3.14").as_tuple(), Decimal(2).sqrt(), f"{Decimal('1234567.891'):,.2f}")
