import numpy as np


def evolve(board: np.ndarray) -> np.ndarray:
    """One generation on a torus."""
    total = sum(np.roll(board, (dy, dx), axis=(0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - board
    return ((total == 3) | ((board == 1) & (total == 2))).astype(int)


rng = np.random.default_rng(1234)
board = (rng.random((40, 40)) < 0.3).astype(int)
population = [int(board.sum())]
for _ in range(100):
    board = evolve(board)
    population.append(int(board.sum()))

print("population every 20 generations:", population[::20])
print("stable tail:", len(set(population[-6:])) <= 2)
