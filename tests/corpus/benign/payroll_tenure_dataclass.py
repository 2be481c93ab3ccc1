import csv
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field, asdict
from datetime import date, datetime
from decimal import Decimal, ROUND_HALF_UP


@dataclass(order=True)
class Employee:
    """A single employee row."""

    salary: Decimal
    name: str = field(compare=False)
    dept: str = field(compare=False)
    hired: date = field(compare=False)
    tags: list[str] = field(default_factory=list, compare=False, repr=False)

    @property
    def tenure_years(self) -> float:
        return (date(2024, 6, 30) - self.hired).days / 365.25

    @classmethod
    def from_row(cls, row: dict[str, str]) -> "Employee":
        return cls(
            salary=Decimal(row["salary"]).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP),
            name=row["name"].strip().title(),
            dept=row["dept"],
            hired=datetime.strptime(row["hired"], "%Y-%m-%d").date(),
        )


def read_employees(filename: str) -> list[Employee]:
    with open(filename, newline="", encoding="utf-8") as handle:
        return [Employee.from_row(row) for row in csv.DictReader(handle)]


employees = read_employees("payroll.csv")
by_dept: defaultdict[str, list[Employee]] = defaultdict(list)
for e in employees:
    if e.tenure_years > 5:
        e.tags.append("senior")
    by_dept[e.dept].append(e)

report = {}
for dept, members in sorted(by_dept.items()):
    salaries = [m.salary for m in members]
    report[dept] = {
        "headcount": len(members),
        "mean_salary": float(sum(salaries) / len(salaries)),
        "top": max(members).name,
        "senior": sum("senior" in m.tags for m in members),
    }
print(json.dumps(report, indent=2, sort_keys=True))
print(asdict(min(employees)))
print(Counter(e.dept for e in employees).most_common(2))
