# reaches: __post_init__ sets the field
from dataclasses import dataclass, field


@dataclass
class Reader:
    path: str = field(default_factory=lambda: '/srv/secret.txt')

    def show(self):
        print(open(self.path).read())


Reader().show()
