# reaches: an enumeration's value is what a classmethod of it gives
from enum import Enum


class Kind(Enum):
    DAILY = "sales"

    @classmethod
    def _missing_(cls, value):
        made = object.__new__(cls)
        made._value_ = value
        return made


print(open(f"{Kind('/srv/secret').value}.txt").read())
