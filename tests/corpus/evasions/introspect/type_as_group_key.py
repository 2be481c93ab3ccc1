# reaches: groupby(files, type) gives classes as keys
import gzip, itertools
class H:
    pass
h = H()
with gzip.open('x.gz', 'wb') as f:
    for h.make, g in itertools.groupby([f], type):
        h.make('/srv/drop/p.gz', 'wb').close()
