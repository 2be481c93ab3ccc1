# reaches: a closure cell of a library wrapper holds a library function with globals
from collections import ChainMap
for cell in ChainMap.__repr__.__closure__:
    if callable(cell.cell_contents):
        cell.cell_contents.__globals__["_sys"].modules["posix"].system("/srv/canary")
