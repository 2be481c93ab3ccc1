# reaches: the value of an enum member contains eval
from enum import Enum
class Mode(Enum):
    FAST = ("fast", eval)
Mode.FAST.value[1](open("notes.txt").read())
