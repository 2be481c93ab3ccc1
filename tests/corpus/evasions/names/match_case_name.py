# reaches: the name comes out of a match statement
import os
match ["system", "sep"]:
    case [str(name), *_]:
        getattr(os, name)("/srv/canary")
