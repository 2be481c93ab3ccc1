# clone makes no namespace either -- violation
# with: processes=4
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for flag in (0x10000000, 0x20000000, 0x40000000, 0x00020000):
    pid = libc.syscall(56, flag | 17, 0, 0, 0, 0)
    if pid == 0:
        libc._exit(0)
    if pid > 0:
        print("ESCAPED", hex(flag))
print("contained")
