from enum import Enum, Flag, auto, unique
@unique
class Light(Enum):
    RED = ("stop", 30)
    GREEN = ("go", 25)
    AMBER = ("caution", 5)
    def __init__(self, action, seconds):
        self.action = action
        self.seconds = seconds
    def next(self):
        order = [Light.RED, Light.GREEN, Light.AMBER]
        return order[(order.index(self) + 1) % 3]
class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
s, t = Light.RED, 0
for _ in range(5):
    print(f"t={t:3d} {s.name:<6}{s.action}")
    t += s.seconds
    s = s.next()
print(Perm.RW & ~Perm.R, Perm.X in Perm.RW, list(Perm), Light["RED"].value, Light.__members__.keys() >= {"RED"}, Perm(3) is Perm.RW)
