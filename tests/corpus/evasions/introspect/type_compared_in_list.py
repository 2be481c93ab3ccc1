# reaches: an object in a list gets the class that is looked for
import gzip
class K:
    def __eq__(self, k):
        k('/srv/drop/p.gz', 'wb').close()
        return True
with gzip.open('x.gz', 'wb') as f:
    print(type(f) in [K()])
