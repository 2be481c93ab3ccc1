import heapq
import json


def build_graph(edges):
    graph = {}
    for a, b, w in edges:
        graph.setdefault(a, {})[b] = w
        graph.setdefault(b, {})[a] = w
    return graph


def dijkstra(graph, source):
    dist = {source: 0}
    prev = {}
    heap = [(0, source)]
    done = set()
    while heap:
        d, node = heapq.heappop(heap)
        if node in done:
            continue
        done.add(node)
        for other, w in graph[node].items():
            nd = d + w
            if nd < dist.get(other, float("inf")):
                dist[other] = nd
                prev[other] = node
                heapq.heappush(heap, (nd, other))
    return dist, prev


def path_to(prev, source, target):
    path = [target]
    while path[-1] != source:
        path.append(prev[path[-1]])
    return path[::-1]


with open("network.json") as f:
    network = json.load(f)

graph = build_graph(network["edges"])
dist, prev = dijkstra(graph, "A")
answer = {
    node: {"distance": dist[node], "path": path_to(prev, "A", node)}
    for node in network["nodes"]
    if node in dist
}
answer["unreachable"] = sorted(set(network["nodes"]) - set(dist))
print(json.dumps(answer, indent=1))
