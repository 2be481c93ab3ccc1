# reaches: __wrapped__ of a decorated library function and its globals
import fnmatch
fnmatch._compile_pattern.__wrapped__.__globals__["os"].system("/srv/canary")
