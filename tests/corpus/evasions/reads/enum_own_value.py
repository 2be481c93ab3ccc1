# reaches: an enumeration has a value property of its own
from enum import Enum


class Kind(Enum):
    DAILY = "sales"

    @property
    def value(self):
        return "/srv/secret"


print(open(f"{Kind.DAILY.value}.txt").read())
