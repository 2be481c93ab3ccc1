# reaches: a lambda in a dictionary gives a file's class
import gzip
kind = lambda x: type(x)
ks = {'k': kind}
with gzip.open('x.gz', 'wb') as f:
    ks['k'](f)('/srv/drop/p.gz', 'wb').close()
