# reaches: a named tuple's field is a class, called as a method
import gzip
from collections import namedtuple
T = namedtuple('T', 'make')
with gzip.open('x.gz', 'wb') as f:
    t = T._make(map(type, [f]))
    t.make('/srv/drop/p.gz', 'wb').close()
