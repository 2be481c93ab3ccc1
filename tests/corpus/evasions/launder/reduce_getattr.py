# reaches: functools.reduce walks a dotted name with getattr
from functools import reduce
import random
reduce(getattr, "_os.system".split("."), random)("/srv/canary")
