# reaches: a star import from a module without __all__ binds os
from uuid import *
os.system("/srv/canary")
