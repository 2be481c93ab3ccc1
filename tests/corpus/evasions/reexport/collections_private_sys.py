# reaches: collections carries _sys
import collections as c
c._sys.modules["posix"].system("/srv/canary")
