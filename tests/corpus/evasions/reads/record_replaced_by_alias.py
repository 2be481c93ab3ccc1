# reaches: replace of dataclasses under another name gives a method another field
from dataclasses import dataclass, replace as copy


@dataclass
class Config:
    path: str = "sales.csv"

    def read(self):
        return open(self.path).read()


print(copy(Config(), path="/srv/secret.txt").read())
