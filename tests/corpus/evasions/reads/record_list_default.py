# reaches: a list that a dataclass gets is changed through the object
from dataclasses import dataclass


@dataclass
class Config:
    paths: list


names = ["sales.csv"]
c = Config(names)
c.paths[0] = "/srv/secret.txt"
print(open(names[0]).read())
