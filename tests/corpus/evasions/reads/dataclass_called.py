# reaches: dataclass() is called and not a decorator
from dataclasses import dataclass


class Reader:
    path: str = 'rows.csv'

    def show(self):
        print(open(self.path).read())


dataclass(Reader)('/srv/secret.txt').show()
