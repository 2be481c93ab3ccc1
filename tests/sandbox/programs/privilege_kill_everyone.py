# a signal to everyone reaches nobody outside -- violation
import os
import signal

try:
    os.kill(-1, signal.SIGTERM)
except OSError:
    pass
for pid in list(range(2, 400)):
    try:
        if pid != os.getpid():
            os.kill(pid, signal.SIGKILL)
            print("ESCAPED killed", pid)
    except OSError:
        pass
print("contained")
