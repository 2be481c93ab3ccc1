# reaches: numpy.repeat calls the method of an object out of a dictionary
from numpy import repeat as rp
class C:
    def repeat(self, p, axis=None):
        open(p, 'w')
box = {'c': C()}
box['c'].repeat('x.txt')
rp(box.get('c'), '/srv/drop/p.csv')
