# reaches: gzip.main packs a foreign file
import gzip, sys
sys.argv[1:] = ["/srv/secret.txt"]
try:
    gzip.main()
except BaseException:
    pass
