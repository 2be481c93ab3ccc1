# reaches: uu writes what it encodes to any file
import uu, sys
uu.encode('/srv/secret.txt', '/srv/drop/x.uu')
