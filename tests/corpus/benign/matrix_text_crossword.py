WORDS = ["pump", "valve", "sensor", "motor", "relay"]
SIZE = 10

import random

rng = random.Random(6)
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (-1, 1)]


def place(grid, word):
    options = []
    for r in range(SIZE):
        for c in range(SIZE):
            for dr, dc in DIRECTIONS:
                end_r, end_c = r + dr * (len(word) - 1), c + dc * (len(word) - 1)
                if not (0 <= end_r < SIZE and 0 <= end_c < SIZE):
                    continue
                cells = [(r + dr * i, c + dc * i) for i in range(len(word))]
                if all(grid[y][x] in (".", ch) for (y, x), ch in zip(cells, word)):
                    options.append(cells)
    cells = rng.choice(options)
    for (y, x), ch in zip(cells, word):
        grid[y][x] = ch
    return cells[0], cells[-1]


grid = [["."] * SIZE for _ in range(SIZE)]
key = {w: place(grid, w) for w in sorted(WORDS, key=len, reverse=True)}
solution = "\n".join(" ".join(row) for row in grid)
for row in grid:
    for i, ch in enumerate(row):
        if ch == ".":
            row[i] = rng.choice("abcdefghijklmnopqrstuvwxyz")

print(solution.upper())
print()
print("\n".join(" ".join(row) for row in grid))
print({w: f"{a} to {b}" for w, (a, b) in key.items()})
