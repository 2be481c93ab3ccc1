# a write that no hook sees reaches no other process -- ok,error,violation
# with: guard
import random

posix = random._os.sys.modules["posix"]
for fd in range(3, 64):
    try:
        posix.write(fd, b"ESCAPED?")
    except OSError:
        pass
try:
    posix.read(0, 1)
    posix.kill(1, 9)
    posix.sched_setaffinity(1, [0])
except OSError:
    pass
print("contained")
