from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import ClassVar, Mapping


class CurrencyMismatch(TypeError):
    pass


@dataclass(frozen=True, slots=True)
class Money:
    amount: Decimal
    currency: str = "EUR"
    DECIMALS: ClassVar[Mapping[str, int]] = {"EUR": 2, "USD": 2, "JPY": 0}

    @classmethod
    def of(cls, amount: Decimal | str, currency: str = "EUR") -> Money:
        digits = Decimal(1).scaleb(-cls.DECIMALS[currency])
        return cls(Decimal(amount).quantize(digits, ROUND_HALF_EVEN), currency)

    def _check(self, other: Money) -> None:
        if self.currency != other.currency:
            raise CurrencyMismatch(f"{self.currency} and {other.currency}")

    def __add__(self, other: Money) -> Money:
        self._check(other)
        return Money.of(self.amount + other.amount, self.currency)

    def __mul__(self, factor) -> Money:
        return Money.of(self.amount * Decimal(str(factor)), self.currency)

    def split(self, parts: int) -> list[Money]:
        unit = Decimal(1).scaleb(-self.DECIMALS[self.currency])
        cents = int(self.amount / unit)
        base, extra = divmod(cents, parts)
        return [Money((base + (i < extra)) * unit, self.currency) for i in range(parts)]

    def __str__(self) -> str:
        return f"{self.amount:,} {self.currency}"


bill = Money.of("100.00")
shares = bill.split(3)
print(", ".join(map(str, shares)), "| sum", sum(shares[1:], shares[0]))
print(bill * 0.075, Money.of("1234.5", "JPY"), Money.of("0.125"))
try:
    bill + Money.of("5", "USD")
except CurrencyMismatch as e:
    print("cannot add", e)
