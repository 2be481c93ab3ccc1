def moves(square, n):
    r, c = square
    for dr, dc in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
        if 0 <= r + dr < n and 0 <= c + dc < n:
            yield r + dr, c + dc


def warnsdorff(n, start=(0, 0)):
    path, visited = [start], {start}
    while len(path) < n * n:
        candidates = [s for s in moves(path[-1], n) if s not in visited]
        if not candidates:
            return None
        nxt = min(candidates, key=lambda s: (sum(t not in visited for t in moves(s, n)), s))
        path.append(nxt)
        visited.add(nxt)
    return path


def distances(start, n=8):
    frontier, seen, steps = {start}, {start: 0}, 0
    while frontier:
        steps += 1
        frontier = {t for s in frontier for t in moves(s, n)} - seen.keys()
        seen.update(dict.fromkeys(frontier, steps))
    return seen


tour = warnsdorff(6, (0, 0)) or []
order = {square: i for i, square in enumerate(tour, 1)}
for r in range(6):
    print(" ".join(f"{order.get((r, c), 0):>2}" for c in range(6)))
print("squares:", len(tour), "unique:", len(set(tour)))
d = distances((0, 0))
print("corner to corner:", d[7, 7], "furthest:", max(d.values()))
