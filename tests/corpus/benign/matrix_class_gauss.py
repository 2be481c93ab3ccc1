from fractions import Fraction


class Matrix:
    def __init__(self, rows):
        self.rows = [[Fraction(v) for v in row] for row in rows]
        if len({len(r) for r in self.rows}) != 1:
            raise ValueError("rows differ in length")

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    @classmethod
    def identity(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    def augmented(self, other):
        return Matrix([a + b for a, b in zip(self.rows, other.rows)])

    def rref(self):
        m = [row[:] for row in self.rows]
        pivots, r = [], 0
        for c in range(self.shape[1]):
            pivot = next((i for i in range(r, len(m)) if m[i][c] != 0), None)
            if pivot is None:
                continue
            m[r], m[pivot] = m[pivot], m[r]
            lead = m[r][c]
            m[r] = [v / lead for v in m[r]]
            for i in range(len(m)):
                if i != r and m[i][c] != 0:
                    factor = m[i][c]
                    m[i] = [a - factor * b for a, b in zip(m[i], m[r])]
            pivots.append(c)
            r += 1
            if r == len(m):
                break
        return Matrix(m), pivots

    def solve(self, rhs):
        reduced, pivots = self.augmented(Matrix([[v] for v in rhs])).rref()
        n = self.shape[1]
        if n in pivots:
            return None
        if len(pivots) < n:
            return "infinitely many"
        return [row[-1] for row in reduced.rows[:n]]

    def inverse(self):
        n, _ = self.shape
        reduced, pivots = self.augmented(Matrix.identity(n)).rref()
        if pivots[:n] != list(range(n)):
            raise ArithmeticError("singular")
        return Matrix([row[n:] for row in reduced.rows])

    def __str__(self):
        cells = [[str(v) for v in row] for row in self.rows]
        width = max(len(c) for row in cells for c in row)
        return "\n".join(" ".join(c.rjust(width) for c in row) for row in cells)


A = Matrix([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]])
print([str(x) for x in A.solve([8, -11, -3])])
print(A.inverse())
print(Matrix([[1, 2], [2, 4]]).solve([3, 6]), Matrix([[1, 2], [2, 4]]).solve([3, 7]))
try:
    Matrix([[1, 2], [2, 4]]).inverse()
except ArithmeticError as e:
    print(e)
