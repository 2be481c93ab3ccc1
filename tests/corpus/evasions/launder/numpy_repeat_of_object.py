# reaches: numpy.repeat calls the method of an object of the file
from numpy import repeat as rp
class C:
    def repeat(self, p, axis=None):
        open(p, 'w')
c = C()
c.repeat('x.txt')
rp(c, '/srv/drop/p.csv')
