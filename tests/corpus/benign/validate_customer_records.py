"""Validate records and collect every problem instead of failing at the first."""
import json
import re
from datetime import date
from typing import Any, Callable

EMAIL = re.compile(r"^[^@\s]+@[^@\s]+\.[a-z]{2,}$", re.IGNORECASE)
POSTCODE = re.compile(r"^\d{5}$")

Rule = Callable[[Any], bool]


def is_past_date(value: Any) -> bool:
    try:
        return date.fromisoformat(value) < date(2024, 7, 1)
    except (TypeError, ValueError):
        return False


RULES: dict[str, list[tuple[Rule, str]]] = {
    "email": [(lambda v: bool(v), "is required"), (lambda v: bool(EMAIL.match(v or "")), "is not an address")],
    "postcode": [(lambda v: isinstance(v, str) and bool(POSTCODE.fullmatch(v)), "must have five digits")],
    "born": [(is_past_date, "must be a date in the past")],
    "orders": [
        (lambda v: isinstance(v, int) and not isinstance(v, bool), "must be an integer"),
        (lambda v: not isinstance(v, int) or v >= 0, "must not be negative"),
    ],
}


def validate(record: dict) -> list[str]:
    problems = []
    for field, rules in RULES.items():
        for check, message in rules:
            if not check(record.get(field)):
                problems.append(f"{field} {message}")
    unknown = record.keys() - RULES.keys()
    problems += [f"{name} is unknown" for name in sorted(unknown)]
    return problems


records = [
    {"email": "buyer@example.com", "postcode": "10115", "born": "1980-02-29", "orders": 3},
    {"email": "nobody", "postcode": "1011", "born": "2031-01-01", "orders": -1},
    {"email": None, "postcode": 10115, "born": "1981-02-29", "orders": True, "vip": 1},
]
print(json.dumps([{"record": i, "valid": not p, "problems": p} for i, p in ((i, validate(r)) for i, r in enumerate(records))], indent=2))
