# reaches: property.fget is a library function with globals
import pathlib
pathlib.Path.parent.fget.__globals__["os"].system("/srv/canary")
