# reaches: statistics carries random, which carries os
import statistics
statistics.random._os.system("/srv/canary")
