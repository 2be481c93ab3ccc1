# reaches: a named tuple's method is replaced by exec
from collections import namedtuple
Row = namedtuple("Row", "a b")
Row._make = staticmethod(exec)
Row._make(open("steps.txt").read())
