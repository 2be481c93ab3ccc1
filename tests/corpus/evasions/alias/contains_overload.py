# reaches: membership test applies exec
class Store:
    __contains__ = staticmethod(exec)
open("steps.txt").read() in Store()
