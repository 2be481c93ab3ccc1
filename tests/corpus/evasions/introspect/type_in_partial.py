# reaches: partial(type, file) gives the class
import gzip, functools
class H:
    pass
h = H()
with gzip.open('x.gz', 'wb') as f:
    h.make = functools.partial(type, f)()
    h.make('/srv/drop/p.gz', 'wb').close()
