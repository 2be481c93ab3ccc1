# reaches: a dataclass's field is set from outside
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"


c = Config()
c.path = "/srv/secret.txt"
print(open(c.path).read())
