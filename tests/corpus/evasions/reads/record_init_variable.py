# reaches: an argument that is no field moves the places of the others
from dataclasses import InitVar, dataclass


@dataclass
class Config:
    kind: InitVar[str]
    path: str = "sales.csv"

    def __post_init__(self, kind):
        pass


print(open(Config("x", "/srv/secret.txt").path).read())
