# reaches: gzip.open of a foreign file
import gzip
try:
    gzip.open("/srv/secret.txt").read()
except OSError as e:
    print(e)
