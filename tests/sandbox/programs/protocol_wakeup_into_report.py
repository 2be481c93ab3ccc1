# bytes of signals in the report do not make it better -- error,unknown,ok
import os
import signal

for fd in range(3, 16):
    try:
        os.set_blocking(fd, False)
        signal.set_wakeup_fd(fd, warn_on_full_buffer=False)
    except (OSError, ValueError):
        continue
    signal.signal(signal.SIGUSR1, lambda *a: None)
    for _ in range(200):
        os.kill(os.getpid(), signal.SIGUSR1)
print("contained")
raise SystemExit(3)
