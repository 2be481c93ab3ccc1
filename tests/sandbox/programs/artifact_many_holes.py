# files of holes are no larger than files may be -- ok,file_limit,signal,error
import os
import signal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for i in range(20):
    fd = os.open(f"hole{i}", os.O_WRONLY | os.O_CREAT)
    for size in (1 << 42, 1 << 33, 4 << 20):
        try:
            os.ftruncate(fd, size)
        except OSError:
            pass
        try:
            os.posix_fallocate(fd, 0, size)
        except OSError:
            pass
    if os.fstat(fd).st_size > 4 << 20:
        print("ESCAPED", os.fstat(fd).st_size)
    os.close(fd)
print("contained")
