# reaches: weakref carries sys
import weakref
weakref.sys.modules["posix"].system("/srv/canary")
