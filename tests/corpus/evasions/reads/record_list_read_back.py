# reaches: a list that a dataclass got is changed, and read from the object
from dataclasses import dataclass


@dataclass
class Config:
    paths: list


names = ["sales.csv"]
c = Config(names)
names.append("/srv/secret.txt")
for path in c.paths:
    try:
        print(open(path).read())
    except OSError:
        pass
