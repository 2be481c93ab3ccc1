# reaches: a child calls the parent's generated __init__ by super
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"

    def read(self):
        return open(self.path).read()


class Job(Config):
    def __init__(self, text):
        super().__init__("/srv/" + text)


print(Job("secret.txt").read())
