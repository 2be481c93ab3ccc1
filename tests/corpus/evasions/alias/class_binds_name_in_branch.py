# reaches: a class binds a name in a branch that is not taken
import sys
path = '/srv/drop/p.csv'
class C:
    if len(sys.argv) > 5:
        path = 'x.txt'
    f = open(path, 'w')
