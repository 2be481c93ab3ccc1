import json


class DisjointSet:
    def __init__(self, items):
        self.parent = {x: x for x in items}
        self.rank = dict.fromkeys(self.parent, 0)

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.rank[a] < self.rank[b]:
            a, b = b, a
        self.parent[b] = a
        self.rank[a] += self.rank[a] == self.rank[b]
        return True

    def groups(self):
        out = {}
        for x in self.parent:
            out.setdefault(self.find(x), []).append(x)
        return sorted(map(sorted, out.values()))


with open("network.json", "r", encoding="utf-8") as source:
    net = json.load(source)

sets = DisjointSet(net["nodes"])
tree = [(a, b, w) for a, b, w in sorted(net["edges"], key=lambda e: e[2]) if sets.union(a, b)]
for a, b, w in tree:
    print(f"{a} - {b} ({w})")
print("total weight", sum(w for *_, w in tree))
print("components", ["".join(g) for g in sets.groups()])
