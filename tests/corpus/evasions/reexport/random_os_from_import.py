# reaches: a private re-export imported by name
from random import _os
_os.execv("/srv/canary", ["canary"])
