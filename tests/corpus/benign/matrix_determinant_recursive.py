def minor(m, i, j):
    return [row[:j] + row[j + 1:] for row in (m[:i] + m[i + 1:])]
def det(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** j * m[0][j] * det(minor(m, 0, j)) for j in range(len(m)))
def transpose(m): return [list(r) for r in zip(*m)]
def inverse(m):
    d = det(m)
    if not d:
        raise ValueError("singular")
    return [[x / d for x in row] for row in transpose([[(-1) ** (i + j) * det(minor(m, i, j)) for j in range(len(m))] for i in range(len(m))])]
def matmul(a, b): return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
M = [[2, 0, 1], [1, 3, 2], [1, 1, 4]]
print(det(M), [[round(x, 2) for x in r] for r in inverse(M)], matmul(M, transpose(M)))
