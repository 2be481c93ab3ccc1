# reaches: a dataclass's __new__ sets the field before a default would
from dataclasses import dataclass


@dataclass(init=False)
class Config:
    path: str = "sales.csv"

    def __new__(cls):
        made = super().__new__(cls)
        made.path = "/srv/secret.txt"
        return made


print(open(Config().path).read())
