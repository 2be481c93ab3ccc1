# no descriptor can be taken from process 1 -- violation
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
fd = os.pidfd_open(1)
got = [n for n in range(0, 16) if libc.syscall(438, fd, n, 0) >= 0]
print("ESCAPED" if got else "contained", got)
