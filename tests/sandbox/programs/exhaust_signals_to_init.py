# signals to the first process do not keep it from the clock -- violation
# with: wall_ms=2500 cpu_ms=9000
import os
import signal

while True:
    for number in (signal.SIGCHLD, signal.SIGALRM):
        try:
            os.kill(1, number)
        except OSError:
            pass
