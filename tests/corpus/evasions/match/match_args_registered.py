# reaches: an abstract class with computed __match_args__ claims builtins as its own
from abc import ABC
class Function(ABC):
    __match_args__ = ("__se" + "lf__",)
Function.register(type(len))
match len:
    case Function(owner):
        owner.eval(open("notes.txt").read())
