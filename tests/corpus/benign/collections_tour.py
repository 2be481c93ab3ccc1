import heapq
import itertools
import operator
from bisect import bisect_left, bisect_right, insort
from collections import ChainMap, Counter, OrderedDict, deque, namedtuple

Point = namedtuple("Point", ["x", "y", "label"], defaults=["?"])


def moving_average(values, n):
    window = deque(maxlen=n)
    for v in values:
        window.append(v)
        if len(window) == n:
            yield sum(window) / n


def grade(score, breakpoints=(60, 70, 80, 90), grades="FDCBA"):
    return grades[bisect_right(breakpoints, score)]


def dijkstra(graph, start):
    dist = {start: 0}
    queue = [(0, start)]
    while queue:
        d, node = heapq.heappop(queue)
        if d > dist[node]:
            continue
        for nxt, w in graph.get(node, {}).items():
            nd = d + w
            if nd < dist.get(nxt, float("inf")):
                dist[nxt] = nd
                heapq.heappush(queue, (nd, nxt))
    return dist


print(list(moving_average(range(10), 4)))
print([grade(s) for s in [33, 99, 77, 70, 89, 90, 100]])
print(dijkstra({"A": {"B": 5, "C": 2}, "C": {"B": 1, "D": 7}, "B": {"D": 1}}, "A"))
p = Point(1, 2)
print(p, p._replace(label="z"), p._asdict(), Point._fields, Point._make([3, 4, "q"]))
rows = [("x", 3), ("y", 1), ("x", 5), ("z", 2), ("y", 9)]
rows.sort(key=operator.itemgetter(0))
for key, group in itertools.groupby(rows, key=operator.itemgetter(0)):
    print(key, [v for _, v in group])
print(list(itertools.accumulate([1, 2, 3, 4], operator.mul)), list(itertools.chain.from_iterable([[1], [2, 3]])))
print(list(itertools.islice(itertools.count(10, 5), 3)), list(itertools.zip_longest("ab", "c", fillvalue="-")))
print(["".join(c) for c in itertools.combinations("abcd", 2)], list(itertools.pairwise([1, 4, 9])))
print(heapq.nlargest(2, rows, key=lambda r: r[1]), list(heapq.merge([1, 4], [2, 3])))
settings = ChainMap({"debug": True}, {"debug": False, "level": 3})
print(settings["debug"], dict(settings), settings.new_child({"level": 9})["level"])
od = OrderedDict.fromkeys("cab")
od.move_to_end("c")
print(list(od), od.popitem(last=False))
c = Counter("mississippi")
c.subtract("miss")
print(c.most_common(), +c, c & Counter("sip"), c.total())
s = []
for v in [5, 1, 4]:
    insort(s, v)
print(s, bisect_left(s, 4), operator.attrgetter("x")(p), operator.methodcaller("upper")("abc"))
