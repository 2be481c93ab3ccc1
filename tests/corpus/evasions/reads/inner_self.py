# reaches: an inner function has a self of its own
from types import SimpleNamespace


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        def inner(self):
            print(open(self.path).read())

        inner(SimpleNamespace(path='/srv/secret.txt'))


Reader().show()
