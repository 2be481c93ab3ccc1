from dataclasses import dataclass, field
from typing import Callable

import pandas as pd


@dataclass
class Rule:
    name: str
    check: Callable[[pd.DataFrame], pd.Series]
    severity: str = "error"

    def apply(self, df: pd.DataFrame) -> "Outcome":
        mask = self.check(df)
        return Outcome(self.name, int((~mask).sum()), df.index[~mask].tolist(), self.severity)


@dataclass
class Outcome:
    rule: str
    failed: int
    rows: list = field(default_factory=list)
    severity: str = "error"

    @property
    def ok(self):
        return self.failed == 0


class Validator:
    def __init__(self, rules=None):
        self.rules: list[Rule] = list(rules or [])

    def add(self, name, check, **kw):
        self.rules.append(Rule(name, check, **kw))
        return self

    def run(self, df):
        return [rule.apply(df) for rule in self.rules]


validator = (
    Validator([Rule("has id", lambda d: d["id"].notna())])
    .add("age range", lambda d: d["age"].between(0, 120))
    .add("email", lambda d: d["email"].str.contains("@"), severity="warning")
)
people = pd.DataFrame({
    "id": [1, 2, None],
    "age": [30, 150, 40],
    "email": ["a@b.c", "nope", "x@y.z"],
})
for outcome in validator.run(people):
    mark = "ok" if outcome.ok else outcome.severity.upper()
    print(f"{mark:8}{outcome.rule:12}{outcome.failed} {outcome.rows}")
summary = {o.rule: o.failed for o in validator.run(people)}
print(summary)
