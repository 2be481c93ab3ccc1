# children that nobody waits for count where a group counts them -- cpu_limit,wall_timeout
# with: cpu_ms=300 wall_ms=2500 processes=4
import os
import signal

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    try:
        pid = os.fork()
    except OSError:
        continue
    if pid == 0:
        sum(range(400000))
        os._exit(0)
