# reaches: gzip.GzipFile opens a foreign path
import gzip
gzip.GzipFile("/srv/secret.txt")
