"""Insurance claims triage with a rule table and a strategy pattern."""
from dataclasses import dataclass, replace, fields, astuple
from enum import Enum
from typing import Callable, Iterable, TypeAlias
import json

Predicate: TypeAlias = Callable[["Claim"], bool]


class Decision(str, Enum):
    APPROVE = "approve"
    REVIEW = "review"
    REJECT = "reject"


@dataclass(frozen=True, kw_only=True)
class Claim:
    id: str
    amount: float
    days_since_start: int
    previous: int = 0
    decision: Decision | None = None


def any_of(*preds: Predicate) -> Predicate:
    return lambda c: any(p(c) for p in preds)


def all_of(*preds: Predicate) -> Predicate:
    return lambda c: all(p(c) for p in preds)


def negate(pred: Predicate) -> Predicate:
    def inner(claim: Claim) -> bool:
        return not pred(claim)
    return inner


large: Predicate = lambda c: c.amount > 5_000
recent: Predicate = lambda c: c.days_since_start < 30
frequent: Predicate = lambda c: c.previous >= 3

TABLE: list[tuple[Predicate, Decision]] = [
    (all_of(large, recent, frequent), Decision.REJECT),
    (any_of(large, all_of(recent, frequent)), Decision.REVIEW),
    (negate(large), Decision.APPROVE),
]


def decide(claim: Claim) -> Claim:
    for predicate, outcome in TABLE:
        if predicate(claim):
            return replace(claim, decision=outcome)
    raise LookupError(claim.id)


def report(claims: Iterable[Claim]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {d.value: [] for d in Decision}
    for c in map(decide, claims):
        out[c.decision.value].append(c.id)
    return out


claims = [
    Claim(id="C1", amount=900, days_since_start=300),
    Claim(id="C2", amount=9000, days_since_start=10, previous=4),
    Claim(id="C3", amount=100, days_since_start=5, previous=3),
]
print(json.dumps(report(claims), indent=2))
print([f.name for f in fields(Claim)], astuple(decide(claims[0])))
