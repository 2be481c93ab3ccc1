# reaches: type(x) makes another dataclass
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"

    def again(self, text):
        return type(self)(text)

    def read(self):
        return open(self.path).read()


print(Config().again("/srv/secret.txt").read())
