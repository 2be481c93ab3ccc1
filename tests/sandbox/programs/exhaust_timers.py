# a storm of timers does not starve the launcher -- wall_timeout,cpu_limit
# with: cpu_ms=400 wall_ms=1500
import signal

signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.00001, 0.00001)
while True:
    pass
