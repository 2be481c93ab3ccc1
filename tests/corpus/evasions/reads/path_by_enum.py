# reaches: an enum's value is the path
from enum import Enum


class Source(Enum):
    SALES = "sales.csv"
    OTHER = "/srv/secret.txt"


print(open(Source.OTHER.value).read())
