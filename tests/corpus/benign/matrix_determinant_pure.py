def minor(matrix, i, j):
    return [row[:j] + row[j + 1:] for k, row in enumerate(matrix) if k != i]


def det(matrix):
    if len(matrix) == 1:
        return matrix[0][0]
    return sum((-1) ** j * value * det(minor(matrix, 0, j)) for j, value in enumerate(matrix[0]))


def transpose(m):
    return [list(col) for col in zip(*m)]


def multiply(a, b):
    bt = transpose(b)
    return [[sum(x * y for x, y in zip(row, col)) for col in bt] for row in a]


def inverse(m):
    d = det(m)
    if d == 0:
        raise ZeroDivisionError("matrix is singular")
    n = len(m)
    cofactors = [[(-1) ** (i + j) * det(minor(m, i, j)) for j in range(n)] for i in range(n)]
    return [[c / d for c in row] for row in transpose(cofactors)]


A = [[2, -1, 0], [1, 3, 5], [4, 0, 1]]
print("det =", det(A))
inv = inverse(A)
for row in multiply(A, inv):
    print(" ".join(f"{abs(v):6.3f}" for v in row))
try:
    inverse([[1, 2], [2, 4]])
except ZeroDivisionError as e:
    print("cannot invert:", e)
