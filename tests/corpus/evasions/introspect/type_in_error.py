# reaches: an error carries a file's class
import gzip
with gzip.open('x.gz', 'wb') as f:
    try:
        raise ValueError(type(f))
    except ValueError as e:
        e.args[0]('/srv/drop/p.gz', 'wb').close()
