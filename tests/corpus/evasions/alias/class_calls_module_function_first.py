# reaches: a class calls the module's function before it binds the name
def name():
    return '/srv/drop/p.csv'
class C:
    f = open(name(), 'w')
    name = lambda: 'x.txt'
