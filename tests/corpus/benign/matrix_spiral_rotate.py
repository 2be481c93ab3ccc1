def spiral(matrix):
    rows = [list(r) for r in matrix]
    while rows:
        yield from rows.pop(0)
        rows = [list(r) for r in zip(*rows)][::-1]


def rotate(matrix, times=1):
    for _ in range(times % 4):
        matrix = [list(r)[::-1] for r in zip(*matrix)]
    return matrix


def magic_square(n):
    square = [[0] * n for _ in range(n)]
    r, c = 0, n // 2
    for k in range(1, n * n + 1):
        square[r][c] = k
        nr, nc = (r - 1) % n, (c + 1) % n
        if square[nr][nc]:
            nr, nc = (r + 1) % n, c
        r, c = nr, nc
    return square


grid = [[4 * r + c for c in range(4)] for r in range(3)]
print(list(spiral(grid)))
for row in rotate(grid):
    print(row)
square = magic_square(5)
sums = {sum(r) for r in square} | {sum(c) for c in zip(*square)} | {sum(square[i][i] for i in range(5))}
print("\n".join(" ".join(f"{v:>2}" for v in row) for row in square))
print("magic constant:", sums)
