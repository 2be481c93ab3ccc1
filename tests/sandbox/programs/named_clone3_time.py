# clone3 into a new time namespace is told -- violation
# with: what=clone3 processes=4
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(435, (ctypes.c_uint64 * 11)(0x80, 0, 0, 0, 17), 88)
if said == 0:
    libc._exit(0)
print("ESCAPED" if said >= 0 else "contained")
