import bisect, heapq
from heapq import heapify, heappushpop, merge, nlargest, nsmallest
xs = [5, 1, 8, 3]
heapify(xs)
print(heappushpop(xs, 0), nlargest(2, xs), nsmallest(2, xs, key=lambda v: -v), list(merge([1, 4], [2, 3])))
grades = "FDCBA"
print([grades[bisect.bisect([60, 70, 80, 90], s)] for s in (33, 60, 77, 90, 100)])
sl = []
for v in [3, 1, 2, 2]:
    bisect.insort_left(sl, v)
print(sl, bisect.bisect_left(sl, 2), bisect.bisect_right(sl, 2), bisect.bisect_left([{"k": 1}, {"k": 5}], 3, key=lambda r: r["k"]))
