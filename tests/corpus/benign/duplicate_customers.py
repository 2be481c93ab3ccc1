"""Detect duplicated customers with fuzzy matching."""

import difflib
import json
from dataclasses import dataclass, asdict
from itertools import combinations
from typing import List, Tuple, Dict, Set


@dataclass
class Customer:
    customer_id: int
    name: str
    email: str
    phone: str = ""

    def normalized_name(self) -> str:
        return " ".join(sorted(self.name.lower().replace(".", "").split()))

    def __hash__(self) -> int:
        return hash(self.customer_id)


class UnionFind:
    def __init__(self, items):
        self.parent = {i: i for i in items}

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        self.parent[self.find(a)] = self.find(b)

    def groups(self) -> List[List[int]]:
        out: Dict[int, List[int]] = {}
        for i in self.parent:
            out.setdefault(self.find(i), []).append(i)
        return [g for g in out.values() if len(g) > 1]


def similarity(a: Customer, b: Customer) -> float:
    ratio = difflib.SequenceMatcher(None, a.normalized_name(), b.normalized_name()).ratio()
    if a.email and a.email.split("@")[0] == b.email.split("@")[0]:
        ratio += 0.3
    return min(ratio, 1.0)


def find_duplicates(customers: List[Customer], threshold: float = 0.85) -> Tuple[List[List[int]], Set[Tuple[int, int]]]:
    uf = UnionFind([c.customer_id for c in customers])
    pairs = set()
    for a, b in combinations(customers, 2):
        if similarity(a, b) >= threshold:
            uf.union(a.customer_id, b.customer_id)
            pairs.add((a.customer_id, b.customer_id))
    return uf.groups(), pairs


if __name__ == "__main__":
    data = [
        Customer(1, "John Smith", "john@x.org"),
        Customer(2, "Smith, John".replace(",", ""), "js@x.org"),
        Customer(3, "Maria Rossi", "maria@y.it", "555"),
        Customer(4, "Mario Rossi", "mario@y.it"),
        Customer(5, "M. Rossi", "maria@y.com"),
    ]
    groups, pairs = find_duplicates(data)
    print(json.dumps({"groups": groups, "pairs": sorted(map(list, pairs))}))
    print(json.dumps([asdict(c) for c in data if c.phone], indent=2))
