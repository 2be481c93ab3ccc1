# reaches: a method taken off its class gets a namespace for self
from types import SimpleNamespace


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


work = Reader.show
work(SimpleNamespace(path='/srv/secret.txt'))
