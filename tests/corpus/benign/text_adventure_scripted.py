from enum import Enum
class Dir(Enum):
    NORTH, SOUTH, EAST, WEST = "north", "south", "east", "west"
    @property
    def opposite(self):
        return {Dir.NORTH: Dir.SOUTH, Dir.SOUTH: Dir.NORTH, Dir.EAST: Dir.WEST, Dir.WEST: Dir.EAST}[self]
class Room:
    def __init__(self, name, items=()):
        self.name, self.items, self.exits = name, list(items), {}
    def connect(self, d, other):
        self.exits[d] = other
        other.exits[d.opposite] = self
class Game:
    def __init__(self, start):
        self.room, self.bag, self.running = start, [], True
        self.commands = {"go": self.do_go, "take": self.do_take, "look": self.do_look, "quit": self.do_quit}
    def do_go(self, arg):
        nxt = self.room.exits.get(Dir(arg))
        if nxt is None:
            return "You can't go there."
        self.room = nxt
        return "You enter the %s." % nxt.name
    def do_take(self, arg):
        if arg not in self.room.items:
            return f"No {arg} here."
        self.room.items.remove(arg)
        self.bag.append(arg)
        return f"Taken: {arg}"
    def do_look(self, _=""):
        return f"{self.room.name}: {', '.join(self.room.items) or 'nothing'}; exits {sorted(d.value for d in self.room.exits)}"
    def do_quit(self, _=""):
        self.running = False
        return "Bye."
    def execute(self, line):
        verb, _, arg = line.partition(" ")
        try:
            return self.commands[verb](arg)
        except KeyError:
            return "What?"
        except ValueError as e:
            return str(e)
hall, cellar = Room("hall", ["lamp"]), Room("cellar", ["key"])
hall.connect(Dir.SOUTH, cellar)
game = Game(hall)
for line in ["look", "take lamp", "go south", "dance", "take gold", "go up", "look", "quit"]:
    print(">", line, "->", game.execute(line))
    if not game.running:
        break
