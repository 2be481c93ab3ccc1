# a signal to oneself is named as one -- signal
import os
import signal

os.kill(os.getpid(), signal.SIGKILL)
