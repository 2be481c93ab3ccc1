import heapq
import itertools
from dataclasses import dataclass, field
from enum import IntEnum, auto

class Triage(IntEnum):
    IMMEDIATE = auto()
    URGENT = auto()
    STANDARD = auto()

@dataclass(order=True)
class Case:
    priority: Triage
    number: int
    name: str = field(compare=False)
    notes: list = field(default_factory=list, compare=False, repr=False)

counter = itertools.count(1)
queue: list[Case] = []
for name, p in [("Ada", Triage.STANDARD), ("Ben", Triage.IMMEDIATE), ("Cyd", Triage.URGENT), ("Dee", Triage.IMMEDIATE)]:
    heapq.heappush(queue, Case(p, next(counter), name))
while queue:
    c = heapq.heappop(queue)
    print(f"{c.priority.name:<10} {c.name} ({c.priority:d})")
