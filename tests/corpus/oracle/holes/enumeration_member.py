# reaches: a file by a changed name, a member of an enumeration with a value of its own
from enum import Enum


class Kind(Enum):
    A = "sales.csv"

    def __str__(self):
        return "/srv/secret.txt"


print(open(str(Kind.A)).read())
