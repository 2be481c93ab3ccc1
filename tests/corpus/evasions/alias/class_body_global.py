# reaches: a class's statements bind the module's name
path = 'x.txt'
class C:
    global path
    path = '/srv/drop/p.csv'
open(path, 'w')
