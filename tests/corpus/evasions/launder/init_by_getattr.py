# reaches: getattr takes __init__ of a file and opens it anew
import gzip
with gzip.open('x.gz', 'wb') as f:
    f.close()
    getattr(f, '__init__')('/srv/drop/p.gz', 'wb')
    f.close()
