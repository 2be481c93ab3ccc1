import json
from dataclasses import asdict, dataclass, is_dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum


class Priority(Enum):
    LOW = 1
    HIGH = 2


@dataclass
class Ticket:
    number: int
    opened: datetime
    due: date
    effort: timedelta
    price: Decimal
    priority: Priority
    tags: frozenset


class TicketEncoder(json.JSONEncoder):
    def default(self, obj):
        if is_dataclass(obj):
            return asdict(obj)
        if isinstance(obj, (datetime, date)):
            return obj.isoformat()
        if isinstance(obj, timedelta):
            return obj.total_seconds() / 3600
        if isinstance(obj, Decimal):
            return str(obj)
        if isinstance(obj, Enum):
            return obj.name.lower()
        if isinstance(obj, (set, frozenset)):
            return sorted(obj)
        return super().default(obj)


ticket = Ticket(17, datetime(2024, 5, 2, 9, 30), date(2024, 5, 9), timedelta(hours=6, minutes=30), Decimal("480.00"), Priority.HIGH, frozenset({"pump", "urgent"}))
text = json.dumps(ticket, cls=TicketEncoder, indent=2)
print(text)
restored = json.loads(text, parse_float=Decimal)
print(type(restored["effort"]).__name__, restored["effort"])
try:
    json.dumps({"x": object}, cls=TicketEncoder)
except TypeError as exc:
    print("TypeError:", str(exc).split(" is ")[-1])
