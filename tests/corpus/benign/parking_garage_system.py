from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from typing import Optional


class Vehicle(ABC):
    size = 1

    def __init__(self, plate: str):
        self.plate = plate

    @abstractmethod
    def hourly_rate(self) -> float: ...


class Car(Vehicle):
    def hourly_rate(self) -> float:
        return 2.5


class Van(Vehicle):
    size = 2

    def hourly_rate(self) -> float:
        return 4.0


class ElectricCar(Car):
    def hourly_rate(self) -> float:
        return super().hourly_rate() * 0.8


@dataclass
class Ticket:
    vehicle: Vehicle
    spots: list[int]
    entered: datetime
    left: Optional[datetime] = None

    @property
    def fee(self) -> float:
        assert self.left is not None, "still parked"
        hours = ceil((self.left - self.entered) / timedelta(hours=1))
        return min(hours * self.vehicle.hourly_rate(), 20.0)


@dataclass
class Garage:
    capacity: int
    tickets: dict[str, Ticket] = field(default_factory=dict)
    income: float = 0.0

    def free_spots(self) -> list[int]:
        taken = {s for t in self.tickets.values() for s in t.spots}
        return [s for s in range(self.capacity) if s not in taken]

    def enter(self, vehicle: Vehicle, when: datetime) -> Optional[Ticket]:
        free = self.free_spots()
        for i in range(len(free) - vehicle.size + 1):
            block = free[i:i + vehicle.size]
            if block[-1] - block[0] == vehicle.size - 1:
                return self.tickets.setdefault(vehicle.plate, Ticket(vehicle, block, when))
        return None

    def leave(self, plate: str, when: datetime) -> float:
        ticket = self.tickets.pop(plate)
        ticket.left = when
        self.income += ticket.fee
        return ticket.fee


t0 = datetime(2024, 6, 3, 8)
garage = Garage(4)
print(garage.enter(Car("C1"), t0).spots)
print(garage.enter(Van("V1"), t0 + timedelta(minutes=20)).spots)
print(garage.enter(Van("V2"), t0 + timedelta(minutes=30)))
print(garage.enter(ElectricCar("E1"), t0 + timedelta(hours=1)).spots)
print(garage.leave("C1", t0 + timedelta(hours=3, minutes=1)))
print(garage.leave("V1", t0 + timedelta(hours=9)))
print(garage.enter(Van("V2"), t0 + timedelta(hours=9)).spots, garage.free_spots(), garage.income)
