# reaches: an inner function binds self by nonlocal
from types import SimpleNamespace


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        def swap():
            nonlocal self
            self = SimpleNamespace(path='/srv/secret.txt')

        swap()
        print(open(self.path).read())


Reader().show()
