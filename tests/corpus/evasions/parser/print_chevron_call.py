# reaches: a chevron print whose target is computed by a call
import sys
class F(type(sys.stdout)):
    pass
class Out:
    __rrshift__ = staticmethod(lambda p: sys.modules["posix"].system("/srv/canary"))
print >> Out(), "x"
