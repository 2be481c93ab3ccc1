# the root can not be moved -- violation
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
try:
    os.chroot("/tmp")
    print("ESCAPED chroot")
except OSError:
    pass
print("ESCAPED" if libc.syscall(155, b"/tmp", b"/tmp") == 0 else "contained")
