# harmless: an enum with the members OPEN, EXEC and SYSTEM
from enum import Enum
class Step(Enum):
    OPEN = 1
    EXEC = 2
    SYSTEM = 3
print([s.name.lower() for s in Step])
