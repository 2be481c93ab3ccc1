# reaches: a dataclass's __init__ is called on its class
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"


c = Config()
Config.__init__(c, "/srv/secret.txt")
print(open(c.path).read())
