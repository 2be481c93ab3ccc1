import json
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Dict, List, Pattern


@dataclass
class Account:
    iban: str
    owner: str
    balance: float = 0.0
    history: List[dict] = field(default_factory=list)
    IBAN: ClassVar[Pattern[str]] = re.compile(r"^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$")

    def __post_init__(self):
        self.iban = self.iban.replace(" ", "").upper()
        if not self.IBAN.match(self.iban):
            raise ValueError("malformed IBAN")
        if not self._checksum():
            raise ValueError("bad check digits")

    def _checksum(self) -> bool:
        rearranged = self.iban[4:] + self.iban[:4]
        digits = "".join(str(int(ch, 36)) for ch in rearranged)
        return int(digits) % 97 == 1

    def deposit(self, amount: float, *, when: datetime | None = None) -> "Account":
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self._record("deposit", amount, when)
        return self

    def withdraw(self, amount: float, when=None) -> "Account":
        if amount > self.balance:
            raise InsufficientFunds(self, amount)
        self.balance -= amount
        self._record("withdraw", -amount, when)
        return self

    def _record(self, kind, amount, when):
        self.history.append({"kind": kind, "amount": amount, "when": (when or datetime(2024, 1, 1)).isoformat()})


class InsufficientFunds(Exception):
    def __init__(self, account: Account, amount: float) -> None:
        self.missing = amount - account.balance
        super().__init__(f"{account.owner} lacks {self.missing:.2f}")

    def __reduce_hint(self):
        return None


def transfer(src: Account, dst: Account, amount: float) -> None:
    src.withdraw(amount)
    dst.deposit(amount)


a = Account("GB82 WEST 1234 5698 7654 32", "Ann").deposit(100)
b = Account("DE89370400440532013000", "Bob")
transfer(a, b, 30.5)
try:
    transfer(a, b, 1000)
except InsufficientFunds as e:
    print(e, e.missing)
for bad in ("GB00 WEST 1234 5698 7654 32", "??"):
    try:
        Account(bad, "X")
    except ValueError as e:
        print(e)
print(json.dumps([a.__dict__, b.__dict__], indent=1))


def luhn(number: str) -> bool:
    total = 0
    for i, ch in enumerate(reversed(number)):
        d = int(ch)
        if i % 2:
            d = d * 2 - 9 * (d > 4)
        total += d
    return total % 10 == 0


mask = lambda n: "*" * (len(n) - 4) + n[-4:]
print(luhn("4539578763621486"), mask("4539578763621486"), isinstance(a, Account), a == b)
