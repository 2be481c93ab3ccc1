class Matrix:
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    @classmethod
    def identity(cls, n): return cls([[int(i == j) for j in range(n)] for i in range(n)])
    @property
    def shape(self): return len(self.rows), len(self.rows[0])
    @property
    def T(self): return Matrix(zip(*self.rows))
    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]
    def __setitem__(self, ij, v): self.rows[ij[0]][ij[1]] = v
    def __matmul__(self, o): return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __pow__(self, k):
        out = Matrix.identity(self.shape[0])
        for _ in range(k): out = out @ self
        return out
    def __iter__(self): return (x for r in self.rows for x in r)
    def __contains__(self, x): return any(x == y for y in self)
    def __str__(self): return "\n".join(" ".join(f"{x:4}" for x in r) for r in self.rows)
m = Matrix([[1, 1], [1, 0]])
print(m ** 10); m[0, 1] = 7; print(m.T.shape, m[0, 1], 7 in m, list(m.T))
