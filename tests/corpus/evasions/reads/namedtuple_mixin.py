# reaches: a named tuple stands before the class variable
from collections import namedtuple


class Reader:
    path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


class Other(namedtuple('Row', 'path'), Reader):
    pass


Other('/srv/secret.txt').show()
