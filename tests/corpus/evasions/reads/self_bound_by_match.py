# reaches: self is bound anew by a pattern
from types import SimpleNamespace


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self, other):
        match other:
            case self:
                print(open(self.path).read())


Reader().show(SimpleNamespace(path='/srv/secret.txt'))
