# reaches: a dataclass has an __init__ of its own
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"

    def __init__(self, a, b):
        self.path = b


print(open(Config("x", "/srv/secret.txt").path).read())
