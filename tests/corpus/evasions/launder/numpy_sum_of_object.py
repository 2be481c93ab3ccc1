# reaches: numpy.sum calls the method of an object of the file with its axis
from numpy import sum as total
class C:
    def sum(self, axis=None, out=None, dtype=None):
        open(axis, 'w')
c = C()
c.sum('x.txt')
total(c, axis='/srv/drop/p.csv')
