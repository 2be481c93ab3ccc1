# reaches: a class reads the module's name before it binds its own
path = '/srv/drop/p.csv'
class C:
    f = open(path, 'w')
    path = 'x.txt'
