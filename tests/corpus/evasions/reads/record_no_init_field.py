# reaches: a field that is no argument moves the places of the others
from dataclasses import dataclass, field


@dataclass
class Config:
    kind: str = field(init=False, default="x")
    path: str = "sales.csv"


print(open(Config("/srv/secret.txt").path).read())
