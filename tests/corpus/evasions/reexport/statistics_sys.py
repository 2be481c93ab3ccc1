# reaches: statistics carries sys
import statistics
statistics.sys.modules["posix"].system("/srv/canary")
