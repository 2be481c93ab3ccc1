# reaches: a with statement's target is a dataclass's field
from contextlib import nullcontext
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"


c = Config()
with nullcontext("/srv/secret.txt") as c.path:
    print(open(c.path).read())
