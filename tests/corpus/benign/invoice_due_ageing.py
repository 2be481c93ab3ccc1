import json
from datetime import date
from typing import TypedDict


class Invoice(TypedDict):
    number: str
    issued: date
    terms: int
    amount: float
    paid: float


TODAY = date(2024, 6, 30)
INVOICES: list[Invoice] = [
    {"number": "2024-001", "issued": date(2024, 1, 15), "terms": 30, "amount": 1200.0, "paid": 1200.0},
    {"number": "2024-014", "issued": date(2024, 3, 2), "terms": 30, "amount": 860.5, "paid": 400.0},
    {"number": "2024-021", "issued": date(2024, 4, 20), "terms": 45, "amount": 99.9, "paid": 0.0},
    {"number": "2024-030", "issued": date(2024, 6, 10), "terms": 14, "amount": 2300.0, "paid": 0.0},
    {"number": "2024-033", "issued": date(2024, 6, 25), "terms": 30, "amount": 75.25, "paid": 0.0},
]


def bucket(days_late: int) -> str:
    match days_late:
        case d if d <= 0:
            return "current"
        case d if d <= 30:
            return "1-30"
        case d if d <= 60:
            return "31-60"
        case _:
            return "over 60"


ageing: dict[str, float] = {}
for inv in INVOICES:
    open_amount = inv["amount"] - inv["paid"]
    if open_amount > 0:
        late = (TODAY - inv["issued"]).days - inv["terms"]
        ageing[bucket(late)] = ageing.get(bucket(late), 0) + open_amount

reminders = [i["number"] for i in INVOICES if i["paid"] < i["amount"] and (TODAY - i["issued"]).days > i["terms"]]
print(json.dumps({"as_of": TODAY.isoformat(), "ageing": ageing, "remind": reminders}))
