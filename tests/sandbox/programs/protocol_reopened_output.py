# standard output that is opened again by its name is still a pipe, and can not be cut -- ok
import os
import stat

print("contained", flush=True)
for path in ("/proc/self/fd/1", "/dev/stdout", "/dev/fd/1", "/proc/thread-self/fd/1", "/proc/1/fd/1", "/proc/self/fd/0"):
    for flags in (os.O_RDONLY | os.O_NONBLOCK, os.O_WRONLY | os.O_TRUNC):
        try:
            fd = os.open(path, flags)
        except OSError:
            continue
        now = os.fstat(fd)
        if not stat.S_ISFIFO(now.st_mode) and now.st_rdev != os.makedev(1, 3):  # standard input is /dev/null
            print("ESCAPED", path)
try:
    os.ftruncate(1, 0)
    print("ESCAPED cut")
except OSError:
    pass
