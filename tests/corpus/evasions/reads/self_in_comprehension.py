# reaches: a comprehension binds self
from types import SimpleNamespace


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        print([open(self.path).read() for self in [SimpleNamespace(path='/srv/secret.txt')]])


Reader().show()
