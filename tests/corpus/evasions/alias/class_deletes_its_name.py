# reaches: a class deletes its name, and the module's shows
path = '/srv/drop/p.csv'
class C:
    path = 'x.txt'
    del path
    f = open(path, 'w')
