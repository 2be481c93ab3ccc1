# reaches: a dataclass executes a field's name inside an f-string
from dataclasses import dataclass
@dataclass(init=False)
class Row:
    __annotations__ = {"a,[print(open('/srv/secret.txt').read())][0]": int}
    def __init__(self):
        self.a = 1
print(Row())
