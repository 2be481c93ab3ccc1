# reaches: a staticmethod's first argument is no self
from types import SimpleNamespace


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    @staticmethod
    def show(self):
        print(open(self.path).read())


Reader.show(SimpleNamespace(path='/srv/secret.txt'))
