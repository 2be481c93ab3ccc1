# reaches: an exit code is a file's class
import gzip
with gzip.open('x.gz', 'wb') as f:
    try:
        raise SystemExit(type(f))
    except SystemExit as e:
        e.code('/srv/drop/p.gz', 'wb').close()
