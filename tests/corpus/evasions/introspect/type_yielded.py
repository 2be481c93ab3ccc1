# reaches: a generator yields a file's class
import gzip
def kinds(x):
    yield type(x)
with gzip.open('x.gz', 'wb') as f:
    for k in kinds(f):
        k('/srv/drop/p.gz', 'wb').close()
