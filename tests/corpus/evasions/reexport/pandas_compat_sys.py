# reaches: pandas.compat carries sys
from pandas import compat
compat.sys.modules["posix"].system("/srv/canary")
