from collections import defaultdict


class Sparse:
    def __init__(self, shape, entries=()):
        self.shape = shape
        self.data = {k: v for k, v in entries if v}

    @classmethod
    def from_rows(cls, rows):
        return cls((len(rows), len(rows[0])), (((r, c), v) for r, row in enumerate(rows) for c, v in enumerate(row)))

    def __getitem__(self, key):
        r, c = key
        if not (0 <= r < self.shape[0] and 0 <= c < self.shape[1]):
            raise IndexError(key)
        return self.data.get(key, 0)

    def __setitem__(self, key, value):
        if value:
            self.data[key] = value
        else:
            self.data.pop(key, None)

    def __add__(self, other):
        total = defaultdict(int, self.data)
        for k, v in other.data.items():
            total[k] += v
        return Sparse(self.shape, total.items())

    def __matmul__(self, other):
        by_row = defaultdict(list)
        for (r, c), v in other.data.items():
            by_row[r].append((c, v))
        out = defaultdict(int)
        for (r, k), v in self.data.items():
            for c, w in by_row[k]:
                out[r, c] += v * w
        return Sparse((self.shape[0], other.shape[1]), out.items())

    @property
    def T(self):
        return Sparse(self.shape[::-1], (((c, r), v) for (r, c), v in self.data.items()))

    @property
    def density(self):
        return len(self.data) / (self.shape[0] * self.shape[1])

    def __str__(self):
        return "\n".join(" ".join(f"{self[r, c]:>3}" if self[r, c] else "  ." for c in range(self.shape[1])) for r in range(self.shape[0]))


a = Sparse.from_rows([[0, 2, 0, 0], [1, 0, 0, -1], [0, 0, 0, 5]])
print(a)
print(f"density {a.density:.2f}")
print((a @ a.T), a.T.shape, sep="\n")
a[2, 3] = 0
a[0, 0] = 7
print(len((a + a).data), (a + a)[0, 0])
try:
    a[3, 0]
except IndexError as e:
    print("out of range:", e)
