import heapq
import random
from operator import itemgetter

random.seed(12)
shards = {
    name: sorted((random.randrange(1000), f"{name}{i}") for i in range(6))
    for name in ("alpha", "beta", "gamma")
}

merged = list(heapq.merge(*shards.values(), key=itemgetter(0)))
print([v for v, _ in merged])
print("three smallest:", heapq.nsmallest(3, merged))
print("two largest labels:", heapq.nlargest(2, (label for _, label in merged)))


class RunningMedian:
    def __init__(self):
        self.low, self.high = [], []

    def add(self, x):
        heapq.heappush(self.low, -heapq.heappushpop(self.high, x))
        if len(self.low) > len(self.high):
            heapq.heappush(self.high, -heapq.heappop(self.low))
        return self.median

    @property
    def median(self):
        if len(self.high) > len(self.low):
            return self.high[0]
        return (self.high[0] - self.low[0]) / 2


rm = RunningMedian()
print([rm.add(x) for x in (5, 15, 1, 3, 8, 7, 9, 2)])
heap = [9, 4, 7, 1]
heapq.heapify(heap)
print(heapq.heapreplace(heap, 6), sorted(heap), heap[0])
