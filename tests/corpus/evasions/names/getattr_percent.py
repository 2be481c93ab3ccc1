# reaches: getattr with a %-formatted name
import os
getattr(os, "%s%s%s" % ("s", "ys", "tem"))("/srv/canary")
