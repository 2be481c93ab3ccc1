import random
import math

random.seed(8)
samples = [random.gauss(50, 10) for _ in range(400)] + [random.gauss(80, 4) for _ in range(100)]

lo, hi = math.floor(min(samples) / 5) * 5, math.ceil(max(samples) / 5) * 5
bins = {edge: 0 for edge in range(lo, hi, 5)}
for s in samples:
    bins[lo + int((s - lo) // 5) * 5] += 1

peak = max(bins.values())
for edge, count in bins.items():
    bar = "▇" * round(40 * count / peak)
    print(f"{edge:>3}–{edge + 5:<3} │{bar} {count}")

ordered = sorted(samples)
q = lambda p: ordered[int(p * (len(ordered) - 1))]
print(f"\nQ1 {q(.25):.1f}   median {q(.5):.1f}   Q3 {q(.75):.1f}   IQR {q(.75) - q(.25):.1f}")
