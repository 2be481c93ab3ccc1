# reaches: a dataclass is called out of a table
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"

    def read(self):
        return open(self.path).read()


makers = {"c": Config}
print(makers["c"]("/srv/secret.txt").read())
