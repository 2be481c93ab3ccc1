# reaches: issubclass runs a hook with exec
from abc import ABC
class Rows(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return exec(open("steps.txt").read()) is None
issubclass(int, Rows)
