GRID = """
~~~##~~~~~
~~###~~#~~
~~~~~~~##~
~#~~~~~~~~
##~~~###~~
~#~~~#~#~~
~~~~~###~~
""".split()


def islands(grid):
    land = {(r, c) for r, row in enumerate(grid) for c, ch in enumerate(row) if ch == "#"}
    while land:
        stack, island = [land.pop()], set()
        while stack:
            r, c = stack.pop()
            island.add((r, c))
            for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if cell in land:
                    land.remove(cell)
                    stack.append(cell)
        yield island


def perimeter(island):
    return sum((r + dr, c + dc) not in island for r, c in island for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))


found = sorted(islands(GRID), key=lambda i: (-len(i), min(i)))
for n, island in enumerate(found, 1):
    rows = [r for r, _ in island]
    cols = [c for _, c in island]
    print(f"island {n}: area {len(island)}, perimeter {perimeter(island)}, box {min(rows)},{min(cols)} to {max(rows)},{max(cols)}")
letters = {cell: chr(ord("A") + n) for n, island in enumerate(found) for cell in island}
for r, row in enumerate(GRID):
    print("".join(letters.get((r, c), "~") for c in range(len(row))))
