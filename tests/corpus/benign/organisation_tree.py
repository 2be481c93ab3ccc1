from __future__ import annotations
import json
from collections import deque
from dataclasses import dataclass, field
from typing import Iterator, Optional


@dataclass
class Node:
    name: str
    salary: float = 0.0
    children: list[Node] = field(default_factory=list)
    parent: Optional[Node] = field(default=None, repr=False, compare=False)

    def add(self, child: Node) -> Node:
        child.parent = self
        self.children.append(child)
        return child

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()

    def breadth_first(self) -> Iterator[tuple[int, Node]]:
        queue = deque([(0, self)])
        while queue:
            depth, node = queue.popleft()
            yield depth, node
            queue.extend((depth + 1, c) for c in node.children)

    @property
    def path(self) -> str:
        return self.name if self.parent is None else f"{self.parent.path}/{self.name}"

    @property
    def total(self) -> float:
        return self.salary + sum(c.total for c in self.children)

    def to_dict(self) -> dict:
        return {"name": self.name, **({"reports": [c.to_dict() for c in self.children]} if self.children else {})}

    def find(self, predicate) -> Node | None:
        return next((n for n in self.walk() if predicate(n)), None)


import csv

with open("payroll.csv") as f:
    rows = list(csv.DictReader(f))
nodes = {int(r["id"]): Node(r["name"], float(r["salary"])) for r in rows}
root = None
for r in rows:
    node = nodes[int(r["id"])]
    if r["manager_id"]:
        nodes[int(r["manager_id"])].add(node)
    else:
        root = node
for depth, node in root.breadth_first():
    if depth < 3:
        print("  " * depth + f"{node.name} ({node.salary:,.0f}; team {node.total:,.0f})")
rich = root.find(lambda n: n.salary > 110_000)
print(rich.path if rich else "nobody", len(list(root.walk())))
print(json.dumps(root.to_dict())[:120])
