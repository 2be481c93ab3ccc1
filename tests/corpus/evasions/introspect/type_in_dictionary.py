# reaches: a dictionary's get gives a file's class
import gzip
with gzip.open('x.gz', 'wb') as f:
    d = {'a': type(f)}
    d.get('a')('/srv/drop/p.gz', 'wb').close()
