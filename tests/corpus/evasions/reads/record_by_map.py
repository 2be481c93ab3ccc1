# reaches: map makes dataclasses
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"


for c in map(Config, ["/srv/secret.txt"]):
    print(open(c.path).read())
Config()
