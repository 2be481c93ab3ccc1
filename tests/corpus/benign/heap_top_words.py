import heapq
from bisect import bisect_left, insort
from collections import Counter

with open("essay.txt", encoding="utf-8") as f:
    words = [w.strip(".,;:!?").lower() for w in f.read().split()]
top = heapq.nlargest(3, Counter(words).items(), key=lambda kv: (kv[1], kv[0]))
print(len(top), top[0][1] >= top[-1][1])
lengths = []
for w in words[:20]:
    insort(lengths, len(w))
print(lengths == sorted(lengths), bisect_left([1, 3, 5], 4))
