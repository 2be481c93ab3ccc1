import csv
import math
from bisect import bisect
from pathlib import Path


class Histogram:
    def __init__(self, edges):
        self.edges = sorted(edges)
        self.counts = [0] * (len(edges) + 1)

    def add(self, value):
        self.counts[bisect(self.edges, value)] += 1

    def render(self, width=30):
        top = max(self.counts) or 1
        labels = ["<" + str(self.edges[0])] + [f"{a}-{b}" for a, b in zip(self.edges, self.edges[1:])] + [f">={self.edges[-1]}"]
        for label, n in zip(labels, self.counts):
            yield f"{label:>10} | {'=' * int(width * n / top):<{width}} {n}"


class Welford:
    __slots__ = ("n", "mu", "m2", "lo", "hi")

    def __init__(self):
        self.n = 0
        self.mu = self.m2 = 0.0
        self.lo, self.hi = math.inf, -math.inf

    def update(self, x):
        self.n += 1
        d = x - self.mu
        self.mu += d / self.n
        self.m2 += d * (x - self.mu)
        self.lo = min(self.lo, x)
        self.hi = max(self.hi, x)

    @property
    def sd(self):
        return math.sqrt(self.m2 / (self.n - 1)) if self.n > 1 else math.nan

    def __add__(self, o):
        r = Welford()
        r.n = self.n + o.n
        d = o.mu - self.mu
        r.mu = self.mu + d * o.n / r.n
        r.m2 = self.m2 + o.m2 + d * d * self.n * o.n / r.n
        r.lo, r.hi = min(self.lo, o.lo), max(self.hi, o.hi)
        return r


stats = {}
hist = Histogram([60, 65, 70, 75])
with Path("probe_log.csv").open() as fh:
    for row in csv.DictReader(fh):
        try:
            t = float(row["temperature"])
            p = float(row["pressure"] or "nan")
        except ValueError:
            continue
        if math.isnan(p):
            continue
        hist.add(t)
        stats.setdefault(row["sensor"], Welford()).update(t)
print("\n".join(hist.render()))
total = None
for name, w in sorted(stats.items()):
    total = w if total is None else total + w
    print(f"{name} n={w.n} mean={w.mu:.2f} sd={w.sd:.2f} range=[{w.lo:.1f}, {w.hi:.1f}]")
print(f"all n={total.n} mean={total.mu:.3f} sd={total.sd:.3f}")
