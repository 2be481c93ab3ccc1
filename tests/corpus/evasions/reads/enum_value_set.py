# reaches: an enumeration's value is set
from enum import Enum


class Kind(Enum):
    DAILY = "sales"


Kind.DAILY._value_ = "/srv/secret"
print(open(f"{Kind.DAILY.value}.txt").read())
