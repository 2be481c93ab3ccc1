# reaches: looking up in a defaultdict keeps the class as a key
import gzip
from collections import defaultdict
d = defaultdict(list)
with gzip.open('x.gz', 'wb') as f:
    d[type(f)]
    for k in d:
        k('/srv/drop/p.gz', 'wb').close()
