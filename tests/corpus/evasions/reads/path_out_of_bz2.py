# reaches: a path comes out of bz2
import bz2
print(open(bz2.decompress(bz2.compress(b"/srv/secret.txt"))).read())
