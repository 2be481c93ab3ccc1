# reaches: a field that goes by name only moves the places of the others
from dataclasses import KW_ONLY, dataclass


@dataclass
class Config:
    name: str
    _: KW_ONLY
    kind: str = "x"


@dataclass
class Job(Config):
    path: str = "sales.csv"


print(open(Job("y", "/srv/secret.txt", kind="z").path).read())
