# reaches: nested class patterns walk a module chain
import random
match random:
    case object(_os=object(system=run)):
        run("/srv/canary")
