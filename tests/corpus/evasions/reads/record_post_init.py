# reaches: __post_init__ changes the path
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"

    def __post_init__(self):
        self.path = "/srv/secret.txt"


print(open(Config().path).read())
