# reaches: a class derives from type(file)
import gzip
with gzip.open('x.gz', 'wb') as f:
    class G(type(f)):
        pass
    G('/srv/drop/p.gz', 'wb').close()
