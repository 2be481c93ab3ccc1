# reaches: wraps copies a class's variables into an object
import functools


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


class Other:
    path = '/srv/secret.txt'


r = Reader()
functools.wraps(Other)(r)
r.show()
