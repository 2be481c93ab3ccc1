# reaches: faulthandler prints the stacks of all threads
import faulthandler, sys
faulthandler.dump_traceback(sys.stderr)
