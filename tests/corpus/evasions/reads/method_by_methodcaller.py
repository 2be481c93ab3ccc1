# reaches: methodcaller calls a method of the file's own with a path
from operator import methodcaller


class Reader:
    def show(self, path):
        print(open(path).read())


r = Reader()
r.show('rows.csv')
methodcaller('show', '/srv/secret.txt')(r)
