from decimal import Decimal, ROUND_HALF_UP, getcontext
import json

getcontext().prec = 28
CENT = Decimal("0.01")


def monthly_payment(principal: Decimal, annual_rate: Decimal, months: int) -> Decimal:
    r = annual_rate / Decimal(12)
    factor = (1 + r) ** months
    return (principal * r * factor / (factor - 1)).quantize(CENT, rounding=ROUND_HALF_UP)


def schedule(principal, annual_rate, months):
    payment = monthly_payment(principal, annual_rate, months)
    balance = principal
    for n in range(1, months + 1):
        interest = (balance * annual_rate / 12).quantize(CENT, rounding=ROUND_HALF_UP)
        if n == months:
            payment = balance + interest
        capital = payment - interest
        balance -= capital
        yield {"n": n, "payment": payment, "interest": interest, "principal": capital, "balance": balance}


rows = list(schedule(Decimal("18000"), Decimal("0.0475"), 36))
total_interest = sum((r["interest"] for r in rows), Decimal(0))
print(json.dumps({
    "payment": str(rows[0]["payment"]),
    "last_payment": str(rows[-1]["payment"]),
    "total_interest": str(total_interest),
    "year_ends": [{k: str(v) for k, v in r.items()} for r in rows if r["n"] % 12 == 0],
}, indent=2))
