class Fenwick:
    def __init__(self, values):
        self.tree = [0] * (len(values) + 1)
        for i, v in enumerate(values):
            self.add(i, v)

    def add(self, i, delta):
        i += 1
        while i < len(self.tree):
            self.tree[i] += delta
            i += i & -i

    def sum(self, end):
        total = 0
        while end:
            total += self.tree[end]
            end &= end - 1
        return total

    def __getitem__(self, where):
        return self.sum(where.stop) - self.sum(where.start or 0) if isinstance(where, slice) else self[where:where + 1]

f = Fenwick([3, 1, 4, 1, 5, 9])
f.add(2, 10)
print(f[1:4], f[2], f.sum(6))
