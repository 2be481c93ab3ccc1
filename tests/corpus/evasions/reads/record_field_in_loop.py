# reaches: a loop's target is a dataclass's field
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"


c = Config()
for c.path in ["/srv/secret.txt"]:
    print(open(c.path).read())
