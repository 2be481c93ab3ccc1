from dataclasses import dataclass


@dataclass
class Move:
    x: int
    y: int


@dataclass
class Say:
    text: str
    loud: bool = False


def interpret(command):
    match command:
        case []:
            return "nothing"
        case ["go", ("north" | "south" | "east" | "west") as direction]:
            return f"going {direction}"
        case ["go", other]:
            return f"cannot go {other}"
        case ["take", item, *rest] if rest:
            return f"taking {item} and {len(rest)} more"
        case ["take", item]:
            return f"taking {item}"
        case Move(x=0, y=0):
            return "standing still"
        case Move(x, y) if abs(x) == abs(y):
            return f"diagonal by {abs(x)}"
        case Move(x=dx):
            return f"moving {dx} sideways"
        case Say(text=t, loud=True):
            return t.upper()
        case Say(t):
            return t
        case {"action": "sleep", "hours": int(h)} if 0 < h < 12:
            return f"sleeping {h} h"
        case {"action": str(action), **extra}:
            return f"{action} with {sorted(extra)}"
        case int() | float():
            return "a number"
        case str(s):
            return f"text of length {len(s)}"
        case None:
            return "none"
        case _:
            return "no idea"


for command in ([], ["go", "north"], ["go", "up"], ["take", "lamp"], ["take", "lamp", "rope", "map"], Move(0, 0), Move(3, -3), Move(5, 1),
                Say("hi"), Say("hi", loud=True), {"action": "sleep", "hours": 8}, {"action": "sleep", "hours": 20, "where": "sofa"}, 4.2, "word", None, {1, 2}):
    print(f"{str(command):<56} {interpret(command)}")
