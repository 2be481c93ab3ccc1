# reaches: make_dataclass derives a child whose field stands before the class variable
from dataclasses import make_dataclass


class Reader:
    path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


Other = make_dataclass('Other', [('path', str, '/srv/secret.txt')], bases=(Reader,))
Other().show()
