# reaches: a dataclass's default is set on the class
from dataclasses import dataclass


@dataclass
class Config:
    name: str
    path = "sales.csv"


Config.path = "/srv/secret.txt"
print(open(Config("x").path).read())
