from dataclasses import dataclass, field


class InterlockError(Exception):
    pass


@dataclass
class Valve:
    tag: str
    position: float = 0.0
    moves: int = field(default=0, repr=False)

    def open(self, to=100.0):
        self._move(to)

    def close(self):
        self._move(0.0)

    def _move(self, target):
        if target != self.position:
            self.moves += 1
        self.position = target

    @property
    def is_open(self):
        return self.position > 0


class TankSystem:
    """Inlet and outlet may never be open at once."""

    def __init__(self):
        self.inlet = Valve("XV-100")
        self.outlet = Valve("XV-200")
        self.level = 20.0

    def open(self, valve):
        other = self.outlet if valve is self.inlet else self.inlet
        if other.is_open:
            raise InterlockError(f"{valve.tag} blocked: {other.tag} is open")
        valve.open()

    def tick(self, minutes=1):
        for _ in range(minutes):
            if self.inlet.is_open:
                self.level = min(100, self.level + 4)
            if self.outlet.is_open:
                self.level = max(0, self.level - 6)


system = TankSystem()
system.open(system.inlet)
system.tick(15)
print("level after filling:", system.level)
try:
    system.open(system.outlet)
except InterlockError as e:
    print("interlock:", e)
system.inlet.close()
system.open(system.outlet)
system.tick(9)
print("level after draining:", system.level)
print(system.inlet, system.outlet, system.inlet.moves + system.outlet.moves)
