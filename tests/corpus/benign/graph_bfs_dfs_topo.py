from collections import defaultdict, deque
from graphlib import CycleError, TopologicalSorter
class Graph:
    def __init__(self, directed=False):
        self.adj = defaultdict(set)
        self.directed = directed
    def add_edge(self, u, v):
        self.adj[u].add(v)
        if not self.directed:
            self.adj[v].add(u)
        return self
    def bfs(self, s):
        seen, q, order = {s}, deque([s]), []
        while q:
            u = q.popleft()
            order.append(u)
            for v in sorted(self.adj[u] - seen):
                seen.add(v)
                q.append(v)
        return order
    def dfs(self, u, seen=None):
        seen = seen if seen is not None else set()
        seen.add(u)
        yield u
        for v in sorted(self.adj[u]):
            if v not in seen:
                yield from self.dfs(v, seen)
g = Graph().add_edge(1, 2).add_edge(1, 3).add_edge(2, 4)
print(g.bfs(1), list(g.dfs(1)))
ts = TopologicalSorter({"shirt": {"wash"}, "tie": {"shirt"}})
ts.add("jacket", "tie", "shirt")
print(list(ts.static_order()))
try:
    TopologicalSorter({1: [2], 2: [1]}).prepare()
except CycleError as e:
    print("cycle", e.args[1])
