# reaches: a file by a changed name, a member of an enumeration is formatted
from enum import Enum


class Kind(Enum):
    A = "sales.csv"

    def __format__(self, form):
        return "/srv/secret.txt"


print(open(f"{Kind.A}").read())
