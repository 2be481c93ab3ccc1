from collections import defaultdict, deque


class FlowNetwork:
    def __init__(self):
        self.capacity = defaultdict(lambda: defaultdict(int))

    def add(self, a, b, c):
        self.capacity[a][b] += c
        self.capacity[b][a] += 0

    def augmenting_path(self, source, sink):
        parents = {source: None}
        queue = deque([source])
        while queue:
            node = queue.popleft()
            for other, left in self.capacity[node].items():
                if left > 0 and other not in parents:
                    parents[other] = node
                    if other == sink:
                        return parents
                    queue.append(other)
        return None

    def max_flow(self, source, sink):
        total = 0
        while (parents := self.augmenting_path(source, sink)) is not None:
            path, node = [], sink
            while parents[node] is not None:
                path.append((parents[node], node))
                node = parents[node]
            flow = min(self.capacity[a][b] for a, b in path)
            for a, b in path:
                self.capacity[a][b] -= flow
                self.capacity[b][a] += flow
            total += flow
        return total

    def reachable(self, source):
        seen, stack = {source}, [source]
        while stack:
            for other, left in self.capacity[stack.pop()].items():
                if left > 0 and other not in seen:
                    seen.add(other)
                    stack.append(other)
        return seen


pipes = [("well", "A", 16), ("well", "B", 13), ("A", "B", 10), ("B", "A", 4), ("A", "C", 12), ("C", "B", 9), ("B", "D", 14), ("D", "C", 7), ("C", "town", 20), ("D", "town", 4)]
net = FlowNetwork()
for pipe in pipes:
    net.add(*pipe)
print("maximum flow:", net.max_flow("well", "town"))
side = net.reachable("well")
cut = [(a, b, c) for a, b, c in pipes if a in side and b not in side]
print("bottleneck:", cut, "=", sum(c for *_, c in cut))
