# a stopped program ends with the clock -- wall_timeout
# with: wall_ms=400
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
