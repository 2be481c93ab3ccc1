# reaches: what looks like a logger calls the class
import gzip, types
ns = types.SimpleNamespace(error=lambda m, k: k('/srv/drop/p.gz', 'wb').close())
with gzip.open('x.gz', 'wb') as f:
    ns.error('%s', type(f))
