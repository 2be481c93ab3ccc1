# reaches: a dataclass's own __init__ sets the field again
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"


c = Config()
c.__init__("/srv/secret.txt")
print(open(c.path).read())
