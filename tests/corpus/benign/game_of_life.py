from itertools import product

GLIDER = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}


def neighbours(cell):
    x, y = cell
    return {(x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2) if (dx, dy) != (0, 0)}


def step(alive):
    seen = alive.union(*map(neighbours, alive)) if alive else set()
    return {c for c in seen if len(neighbours(c) & alive) == 3 or (c in alive and len(neighbours(c) & alive) == 2)}


def show(alive, width=8, height=6):
    return "\n".join("".join("#" if (x, y) in alive else "." for x in range(width)) for y in range(height))


state = GLIDER
for generation in range(9):
    if generation % 4 == 0:
        print(f"generation {generation}")
        print(show(state))
    state = step(state)

blinker = {(1, 0), (1, 1), (1, 2)}
print("blinker period 2:", step(step(blinker)) == blinker)
