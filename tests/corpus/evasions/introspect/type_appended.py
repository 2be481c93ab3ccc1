# reaches: a list that a file's class was appended to
import gzip
ts = []
with gzip.open('x.gz', 'wb') as f:
    ts.append(type(f))
    for k in ts:
        k('/srv/drop/p.gz', 'wb').close()
