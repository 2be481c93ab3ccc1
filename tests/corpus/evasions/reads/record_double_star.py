# reaches: keywords out of a dictionary fill a dataclass
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"


print(open(Config(**{"path": "/srv/secret.txt"}).path).read())
