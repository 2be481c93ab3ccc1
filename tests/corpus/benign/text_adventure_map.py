from collections import deque

ROOMS = {
    "hall": {"north": "library", "east": "kitchen"},
    "library": {"south": "hall", "east": "study"},
    "study": {"west": "library", "down": "cellar"},
    "kitchen": {"west": "hall", "down": "cellar"},
    "cellar": {"up": "kitchen", "east": "tunnel"},
    "tunnel": {"west": "cellar"},
}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east", "up": "down", "down": "up"}


def route(start, goal):
    queue = deque([(start, [])])
    seen = {start}
    while queue:
        room, moves = queue.popleft()
        if room == goal:
            return moves
        for direction, other in ROOMS[room].items():
            if other not in seen:
                seen.add(other)
                queue.append((other, moves + [direction]))


class Player:
    def __init__(self):
        self.room = "hall"
        self.history = [self.room]

    def go(self, direction):
        try:
            self.room = ROOMS[self.room][direction]
        except KeyError:
            return f"There is no way {direction} from the {self.room}."
        self.history.append(self.room)
        return f"You are in the {self.room}."


print("hall to tunnel:", " then ".join(route("hall", "tunnel")))
player = Player()
for move in "north east down up south west".split():
    print(f"> {move}: {player.go(move)}")
one_way = [(a, d, b) for a, exits in ROOMS.items() for d, b in exits.items() if ROOMS[b].get(OPPOSITE[d]) != a]
print("one-way doors:", one_way)
print("visited:", len(set(player.history)), "of", len(ROOMS))
