# reaches: bisect.insort calls insert of an object of the file
from bisect import insort
class C:
    def __len__(self):
        return 0
    def __getitem__(self, i):
        return ''
    def insert(self, i, p):
        open(p, 'w')
c = C()
c.insert(0, 'x.txt')
insort(c, '/srv/drop/p.csv')
