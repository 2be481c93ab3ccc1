from enum import Enum, Flag, IntEnum, auto, unique


class Access(Flag):
    NONE = 0
    READ = auto()
    WRITE = auto()
    DELETE = auto()
    EDITOR = READ | WRITE
    ADMIN = EDITOR | DELETE


@unique
class Severity(IntEnum):
    INFO = 10
    WARNING = 20
    CRITICAL = 40

    @property
    def colour(self):
        return {Severity.INFO: "blue", Severity.WARNING: "yellow"}.get(self, "red")


class Planet(Enum):
    MERCURY = (3.303e23, 2.4397e6)
    EARTH = (5.976e24, 6.37814e6)
    MARS = (6.421e23, 3.3972e6)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def gravity(self):
        return 6.67430e-11 * self.mass / self.radius ** 2


role = Access.EDITOR
print(Access.READ in role, Access.DELETE in role, (role | Access.DELETE) == Access.ADMIN, bool(role & Access.NONE))
print([a.name for a in Access if a in Access.ADMIN])
print(sorted(Severity, reverse=True)[0].name, Severity(20).colour, Severity["INFO"] < 15)
for planet in Planet:
    print(f"{planet.name.title():<8}{planet.gravity:6.2f} m/s²")
try:
    Severity(99)
except ValueError as e:
    print(e)
