import heapq

MAP = [
    "S....#....",
    ".###.#.##.",
    ".#...#..#.",
    ".#.####.#.",
    ".#......#.",
    ".######.#.",
    "........#G",
]


def locate(symbol):
    for r, row in enumerate(MAP):
        c = row.find(symbol)
        if c >= 0:
            return r, c
    raise LookupError(symbol)


def neighbours(cell):
    r, c = cell
    for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        nr, nc = r + dr, c + dc
        if 0 <= nr < len(MAP) and 0 <= nc < len(MAP[0]) and MAP[nr][nc] != "#":
            yield nr, nc


def astar(start, goal):
    def h(cell):
        return abs(cell[0] - goal[0]) + abs(cell[1] - goal[1])

    frontier = [(h(start), 0, start)]
    came, cost = {start: None}, {start: 0}
    while frontier:
        _, g, cell = heapq.heappop(frontier)
        if cell == goal:
            path = []
            while cell:
                path.append(cell)
                cell = came[cell]
            return path[::-1]
        for nxt in neighbours(cell):
            if g + 1 < cost.get(nxt, 10 ** 9):
                cost[nxt] = g + 1
                came[nxt] = cell
                heapq.heappush(frontier, (g + 1 + h(nxt), g + 1, nxt))
    return []


path = astar(locate("S"), locate("G"))
on_path = set(path[1:-1])
for r, row in enumerate(MAP):
    print("".join("*" if (r, c) in on_path else ch for c, ch in enumerate(row)))
print("steps:", len(path) - 1)
