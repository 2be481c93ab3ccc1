# reaches: a field without a default gets its path in __post_init__ by another name
from dataclasses import dataclass, field


@dataclass
class Config:
    root: str = "/srv"
    path: str = field(init=False)

    def __post_init__(self):
        self.path = self.root + "/secret.txt"


print(open(Config().path).read())
