# reaches: itertools.starmap applies getattr
from itertools import starmap
import contextlib
(o,) = starmap(getattr, [(contextlib, "os")])
list(starmap(getattr, [(o, "system")]))[0]("/srv/canary")
