# reaches: a decorator hands another object for self
from types import SimpleNamespace


def other(f):
    return lambda self: f(SimpleNamespace(path='/srv/secret.txt'))


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    @other
    def show(self):
        print(open(self.path).read())


Reader().show()
