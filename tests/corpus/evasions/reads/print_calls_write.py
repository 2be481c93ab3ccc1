# reaches: print() calls an object's write with a path
import sys


class Reader:
    def write(self, path):
        if path != '\n':
            sys.stdout.write(open(path).read())


r = Reader()
r.write('rows.csv')
print('/srv/secret.txt', file=r)
