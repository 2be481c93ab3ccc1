# reaches: a list that an enumeration holds grows
from enum import Enum


class Kind(Enum):
    FILES = ["sales.csv"]


for kind in Kind:
    kind.value.append("/srv/secret.txt")
for path in Kind.FILES.value:
    try:
        print(open(path).read())
    except OSError:
        pass
