# reaches: a loop over map(type, files) binds a field, which is called
import gzip
class H:
    pass
h = H()
with gzip.open('x.gz', 'wb') as f:
    for h.make in map(type, [f]):
        h.make('/srv/drop/p.gz', 'wb').close()
