from collections import defaultdict, deque
import json


def topological_sort(graph):
    indegree = defaultdict(int)
    for node, deps in graph.items():
        indegree.setdefault(node, 0)
        for d in deps:
            indegree[d] += 0
            indegree[node] += 1
    ready = deque(sorted(n for n, k in indegree.items() if k == 0))
    order = []
    while ready:
        n = ready.popleft()
        order.append(n)
        for m, deps in graph.items():
            if n in deps:
                indegree[m] -= 1
                if indegree[m] == 0:
                    ready.append(m)
    if len(order) != len(indegree):
        raise ValueError("cycle detected")
    return order


def connected_components(edges):
    adj = defaultdict(set)
    for a, b in edges:
        adj[a].add(b)
        adj[b].add(a)
    seen = set()

    def dfs(node, comp):
        seen.add(node)
        comp.append(node)
        for n in sorted(adj[node] - seen):
            if n not in seen:
                dfs(n, comp)
        return comp

    return [dfs(n, []) for n in sorted(adj) if n not in seen]


def pagerank(links, d=0.85, iters=50):
    nodes = set(links) | {t for ts in links.values() for t in ts}
    rank = dict.fromkeys(nodes, 1 / len(nodes))
    for _ in range(iters):
        new = {n: (1 - d) / len(nodes) for n in nodes}
        for n in nodes:
            targets = links.get(n) or nodes
            for t in targets:
                new[t] += d * rank[n] / len(targets)
        rank = new
    return rank


def kruskal(edges):
    parent = {}

    def find(x):
        parent.setdefault(x, x)
        if parent[x] != x:
            parent[x] = find(parent[x])
        return parent[x]

    total, tree = 0, []
    for w, a, b in sorted(edges):
        ra, rb = find(a), find(b)
        if ra != rb:
            parent[ra] = rb
            tree.append((a, b))
            total += w
    return total, tree


def floyd(n, edges):
    INF = float("inf")
    dist = [[0 if i == j else INF for j in range(n)] for i in range(n)]
    for i, j, w in edges:
        dist[i][j] = w
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if dist[i][k] + dist[k][j] < dist[i][j]:
                    dist[i][j] = dist[i][k] + dist[k][j]
    return dist


print(topological_sort({"report": ["clean", "load"], "clean": ["load"], "load": []}))
print(connected_components([(1, 2), (2, 3), (4, 5)]), kruskal([(4, "a", "b"), (1, "b", "c"), (3, "a", "c")]))
pr = pagerank({"a": ["b"], "b": ["a", "c"], "c": ["a"]})
print(json.dumps({k: round(v, 4) for k, v in sorted(pr.items())}), floyd(3, [(0, 1, 2), (1, 2, 3), (0, 2, 9)]))
try:
    topological_sort({"a": ["b"], "b": ["a"]})
except ValueError as exc:
    print("error:", exc)
memo = {}


def collatz(n):
    if n == 1:
        return 1
    if n not in memo:
        memo[n] = 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)
    return memo[n]


print(max(range(1, 300), key=collatz), len(memo))
