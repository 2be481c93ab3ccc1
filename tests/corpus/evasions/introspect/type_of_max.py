# reaches: max gives back a file's class
import gzip
with gzip.open('x.gz', 'wb') as f:
    k = max([type(f)], key=id)
    k('/srv/drop/p.gz', 'wb').close()
