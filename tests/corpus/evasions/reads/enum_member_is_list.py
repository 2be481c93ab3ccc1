# reaches: a list that an enumeration holds is changed
from enum import Enum


class Kind(Enum):
    FILES = ["sales.csv"]


Kind.FILES.value[0] = "/srv/secret.txt"
print(open(Kind.FILES.value[0]).read())
