# reaches: a dataclass gets its path by place
from dataclasses import dataclass


@dataclass
class Config:
    name: str = "x"
    path: str = "sales.csv"


print(open(Config("y", "/srv/secret.txt").path).read())
