# reaches: map(type, files) gives the class that a namespace calls
import gzip, types
with gzip.open('x.gz', 'wb') as f:
    ns = types.SimpleNamespace(make=list(map(type, [f]))[0])
    ns.make('/srv/drop/p.gz', 'wb').close()
