# no namespace can be entered -- violation
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
done = [n for n in range(3, 10) if libc.setns(n, 0) == 0]
for name in ("mnt", "net", "user", "pid"):
    try:
        fd = os.open("/proc/1/ns/" + name, os.O_RDONLY)
        if libc.setns(fd, 0) == 0:
            done.append(name)
    except OSError:
        pass
print("ESCAPED" if done else "contained", done)
