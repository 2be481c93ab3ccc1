# reaches: a classmethod makes a dataclass with another path
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"

    @classmethod
    def other(cls, text):
        return cls(text)

    def read(self):
        return open(self.path).read()


print(Config.other("/srv/secret.txt").read())
