# reaches: redirected output goes to an object's write
import sys
from contextlib import redirect_stdout


class Reader:
    def write(self, path):
        if path != '\n':
            sys.stderr.write(open(path).read())


r = Reader()
r.write('rows.csv')
with redirect_stdout(r):
    print('/srv/secret.txt')
