# reaches: faulthandler writes into a file outside
import faulthandler
with open("/srv/drop/f.txt", "w") as f:
    faulthandler.dump_traceback(f)
