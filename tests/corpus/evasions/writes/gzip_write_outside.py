# reaches: gzip.open for writing outside
import gzip
gzip.open("/srv/drop/a.gz", "wb").close()
