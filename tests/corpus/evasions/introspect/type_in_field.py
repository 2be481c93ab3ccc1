# reaches: a field holds a file's class, called as a method
import gzip
class H:
    pass
h = H()
with gzip.open('x.gz', 'wb') as f:
    h.make = type(f)
    h.make('/srv/drop/p.gz', 'wb').close()
