# reaches: a pattern captures a file's class
import gzip
class H:
    pass
h = H()
with gzip.open('x.gz', 'wb') as f:
    match type(f):
        case k:
            k('/srv/drop/p.gz', 'wb').close()
