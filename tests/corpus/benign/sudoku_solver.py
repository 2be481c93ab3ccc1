PUZZLE = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""


def parse(text):
    return [[0 if c == "." else int(c) for c in line] for line in text.split()]


def candidates(grid, r, c):
    used = set(grid[r]) | {grid[i][c] for i in range(9)}
    br, bc = 3 * (r // 3), 3 * (c // 3)
    used |= {grid[i][j] for i in range(br, br + 3) for j in range(bc, bc + 3)}
    return [v for v in range(1, 10) if v not in used]


def solve(grid):
    empty = [(len(candidates(grid, r, c)), r, c) for r in range(9) for c in range(9) if not grid[r][c]]
    if not empty:
        return True
    _, r, c = min(empty)
    for v in candidates(grid, r, c):
        grid[r][c] = v
        if solve(grid):
            return True
        grid[r][c] = 0
    return False


grid = parse(PUZZLE)
if solve(grid):
    for row in grid:
        print("".join(map(str, row)))
else:
    print("no solution")
