# reaches: getattr with a name made of character codes
import os
getattr(os, "".join(map(chr, (115, 121, 115, 116, 101, 109))))("/srv/canary")
