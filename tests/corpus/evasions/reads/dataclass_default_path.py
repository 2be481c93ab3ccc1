# reaches: a dataclass field's default is overridden
from dataclasses import dataclass
@dataclass
class Config:
    path: str = "sales.csv"
    def read(self):
        return open(self.path).read()
print(Config("/srv/secret.txt").read())
