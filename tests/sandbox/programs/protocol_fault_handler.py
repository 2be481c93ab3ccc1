# the fault handler's way to end is an error -- error
import faulthandler
import sys
import time

faulthandler.enable(sys.stdout)
faulthandler.dump_traceback_later(0.2, exit=True)
time.sleep(5)
print("ESCAPED")
