# reaches: an enumeration's name is set
from enum import Enum


class Kind(Enum):
    DAILY = "sales"


Kind.DAILY._name_ = "/srv/secret"
print(open(f"{Kind.DAILY.name}.txt").read())
