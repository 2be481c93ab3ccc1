# reaches: the C module posix
import posix
posix.system("/srv/canary")
