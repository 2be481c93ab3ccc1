# CPU time of many children at once is one sum, or the clock ends them -- cpu_limit,wall_timeout
# with: processes=8 cpu_ms=1000 wall_ms=6000
import os
import signal

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    try:
        if os.fork() == 0:
            sum(range(400000))
            os._exit(0)
    except OSError:
        pass
