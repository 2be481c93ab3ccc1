# reaches: a field's default comes from a function
from dataclasses import dataclass, field


@dataclass
class Config:
    path: str = field(default_factory=lambda: "/srv/secret.txt")


print(open(Config().path).read())
