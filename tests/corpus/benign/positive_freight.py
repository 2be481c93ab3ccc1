import csv
from datetime import datetime
class PositiveNumber:
    def __set_name__(self, owner, name):
        self.name = name
        self.storage = f"_{name}"
    def __get__(self, instance, owner):
        if instance is None:
            return self
        return getattr(instance, self.storage, None)
    def __set__(self, instance, value):
        if value <= 0:
            raise ValueError(f"{self.name} must be positive, got {value}")
        setattr(instance, self.storage, value)
class Shipment:
    weight = PositiveNumber()
    cost = PositiveNumber()
    def __init__(self, weight, cost): self.weight, self.cost = weight, cost
    @property
    def rate(self): return self.cost / self.weight
rows = list(csv.DictReader(open("freight.csv")))
ships = [Shipment(float(r["weight_kg"]), float(r["cost"])) for r in rows]
print(len(ships), round(max(s.rate for s in ships), 2))
try:
    Shipment(-1, 5)
except ValueError as e:
    print(e)
days = [(datetime.fromisoformat(r["delivered"]) - datetime.fromisoformat(r["shipped"])).days for r in rows if r["delivered"]]
print(min(days), max(days), sum(days) / len(days))
