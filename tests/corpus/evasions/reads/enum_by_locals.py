# reaches: an enumeration's statements add a member by a text
from enum import Enum


class Kind(Enum):
    DAILY = "sales"
    locals()["SECRET"] = "/srv/secret"


for kind in Kind:
    try:
        print(open(f"{kind.value}.txt").read())
    except OSError:
        pass
