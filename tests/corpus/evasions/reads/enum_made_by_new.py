# reaches: an enumeration's __new__ sets the value
from enum import Enum


class Kind(Enum):
    DAILY = "sales"

    def __new__(cls, text):
        made = object.__new__(cls)
        made._value_ = "/srv/secret"
        return made


print(open(f"{Kind.DAILY.value}.txt").read())
