import random
import copy


def quicksort(items):
    if len(items) <= 1:
        return items
    pivot = items[len(items) // 2]
    return quicksort([x for x in items if x < pivot]) + [x for x in items if x == pivot] + quicksort([x for x in items if x > pivot])


def mergesort(items, key=lambda x: x):
    if len(items) < 2:
        return items[:]
    mid = len(items) // 2
    left, right = mergesort(items[:mid], key), mergesort(items[mid:], key)
    out = []
    while left and right:
        out.append(left.pop(0) if key(left[0]) <= key(right[0]) else right.pop(0))
    return out + left + right


def heapsort(items):
    heap = items[:]

    def sift(start, end):
        root = start
        while (child := 2 * root + 1) < end:
            if child + 1 < end and heap[child] < heap[child + 1]:
                child += 1
            if heap[root] >= heap[child]:
                return
            heap[root], heap[child] = heap[child], heap[root]
            root = child

    for i in range(len(heap) // 2 - 1, -1, -1):
        sift(i, len(heap))
    for end in range(len(heap) - 1, 0, -1):
        heap[0], heap[end] = heap[end], heap[0]
        sift(0, end)
    return heap


def counting_sort(items):
    counts = [0] * (max(items) + 1)
    for x in items:
        counts[x] += 1
    return [x for x, n in enumerate(counts) for _ in range(n)]


random.seed(31)
data = [random.randrange(100) for _ in range(60)]
before = copy.copy(data)
for algorithm in (quicksort, mergesort, heapsort, counting_sort):
    print(f"{algorithm.__name__:<14} {algorithm(data) == sorted(data)}")
print("input untouched:", data == before)
pairs = [(random.randrange(4), i) for i in range(12)]
print("stable:", mergesort(pairs, key=lambda p: p[0]) == sorted(pairs, key=lambda p: p[0]))
