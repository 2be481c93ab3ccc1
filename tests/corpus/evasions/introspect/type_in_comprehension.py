# reaches: a comprehension's values are classes
import gzip, types
with gzip.open('x.gz', 'wb') as f:
    ns = types.SimpleNamespace(**{k: type(v) for k, v in {'make': f}.items()})
    ns.make('/srv/drop/p.gz', 'wb').close()
