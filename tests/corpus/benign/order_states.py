from enum import Enum
from dataclasses import dataclass, asdict, astuple, fields
import json
class Status(Enum):
    OPEN = "open"
    PAID = "paid"
    SHIPPED = "shipped"
    def next(self):
        members = list(type(self))
        i = members.index(self)
        return members[min(i + 1, len(members) - 1)]
@dataclass(slots=True)
class Order:
    id: int
    status: Status
    total: float
    def advance(self):
        self.status = self.status.next()
        return self
    @classmethod
    def from_json(cls, o):
        return cls(o["id"], Status(o["status"]), round(sum(i["qty"] * i["price"] for i in o["items"]), 2))
orders = [Order.from_json(o) for o in json.load(open("web_orders.json"))[:5]]
class Enc(json.JSONEncoder):
    def default(self, obj):
        if isinstance(obj, Enum): return obj.value
        if hasattr(obj, "__dataclass_fields__"): return asdict(obj)
        return super().default(obj)
print(json.dumps([o.advance() for o in orders], cls=Enc))
print([f.name for f in fields(Order)], astuple(orders[0])[0], sorted(Status, key=lambda s: s.name)[0])
