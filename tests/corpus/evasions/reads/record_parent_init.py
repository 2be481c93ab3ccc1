# reaches: a child calls the parent's generated __init__ by its name
from dataclasses import dataclass


@dataclass
class Config:
    path: str = "sales.csv"

    def read(self):
        return open(self.path).read()


class Job(Config):
    def __init__(self, text):
        Config.__init__(self, text)


print(Job("/srv/secret.txt").read())
