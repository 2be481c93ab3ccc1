# reaches: a child gives the parent's field its path
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"

    def read(self):
        return open(self.path).read()


@dataclass
class Job(Config):
    kind: str = "x"


print(Job("/srv/secret.txt").read())
