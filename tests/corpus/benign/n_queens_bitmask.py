def solve(n, row=0, cols=0, left=0, right=0, board=()):
    if row == n:
        yield board
        return
    free = ~(cols | left | right) & ((1 << n) - 1)
    while free:
        bit = free & -free
        free ^= bit
        yield from solve(n, row + 1, cols | bit, (left | bit) << 1, (right | bit) >> 1, board + (bit.bit_length() - 1,))


for n in range(4, 9):
    solutions = list(solve(n))
    print(f"n={n}: {len(solutions)} solutions, first {solutions[0]}")

for col in next(solve(8)):
    print(" ".join("Q" if c == col else "·" for c in range(8)))
