# reaches: an enum's lookup of an unknown value runs exec
from enum import Enum
class Mode(Enum):
    A = 1
    @classmethod
    def _missing_(cls, value):
        exec(value)
        return cls.A
Mode(open("steps.txt").read())
