# reaches: the globals of a library function hold os
import glob
glob.glob.__globals__["os"].system("/srv/canary")
