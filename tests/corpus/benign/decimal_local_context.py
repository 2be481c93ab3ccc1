from decimal import Decimal, ROUND_HALF_EVEN, ROUND_UP, InvalidOperation, localcontext

prices = ["19.99", "5.005", "abc", "0.1"]
total = Decimal(0)
for p in prices:
    try:
        total += Decimal(p)
    except InvalidOperation:
        print("skipped", p)
with localcontext() as ctx:
    ctx.prec = 6
    ctx.rounding = ROUND_UP
    third = total / 3
print(total.quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN), third)
