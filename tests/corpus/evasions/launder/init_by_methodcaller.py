# reaches: methodcaller opens a file anew by __init__
import gzip, operator
with gzip.open('x.gz', 'wb') as f:
    f.close()
    operator.methodcaller('__init__', '/srv/drop/p.gz', 'wb')(f)
    f.close()
