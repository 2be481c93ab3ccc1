# reaches: type(file).__call__ makes another file
import gzip
with gzip.open('x.gz', 'wb') as f:
    type(f).__call__('/srv/drop/p.gz', 'wb').close()
