import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Money:
    amount: int
    currency: str = "EUR"

    def __add__(self, other: "Money") -> "Money":
        if not isinstance(other, Money):
            return NotImplemented
        if other.currency != self.currency:
            raise ValueError("currency mismatch")
        return Money(self.amount + other.amount, self.currency)

    __radd__ = lambda self, other: self if other == 0 else self.__add__(other)

    def __mul__(self, k: float) -> "Money":
        return Money(round(self.amount * k), self.currency)

    __rmul__ = __mul__

    def __neg__(self):
        return Money(-self.amount, self.currency)

    def __bool__(self):
        return self.amount != 0

    def __format__(self, spec: str) -> str:
        return f"{self.amount / 100:{spec or ',.2f'}} {self.currency}"


def handle(event: dict[str, Any] | list | Any) -> str:
    match event:
        case {"type": "deposit", "amount": int(a) | float(a), **rest}:
            return f"deposit {a} {rest}"
        case {"type": "transfer", "from": src, "to": dst} if src != dst:
            return f"transfer {src}->{dst}"
        case {"type": "transfer"}:
            return "self transfer"
        case [Money(amount=a, currency="EUR"), *others]:
            return f"euros {a}, {len(others)} more"
        case [] | None:
            return "empty"
        case str() as s if s.startswith("#"):
            return "comment"
        case (x, y):
            return f"pair {x},{y}"
        case _:
            return f"unknown {type(event).__name__}"


for ev in [
    {"type": "deposit", "amount": 5, "id": 9},
    {"type": "transfer", "from": "a", "to": "b"},
    {"type": "transfer", "from": "a", "to": "a"},
    [Money(5), 1, 2],
    [], "#x", (1, 2), 3.5,
]:
    print(handle(ev))
total = sum([Money(1050), Money(250)])
print(f"{total} | {2 * total:.1f} | {-total}", bool(Money(0)), {Money(1): "k"}[Money(1)])
try:
    total.amount = 3
except AttributeError as exc:
    print(type(exc).__name__)
