# a signal to the first process is told whatever stands in the upper half -- violation
# with: what=kill
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(ctypes.c_long(62), ctypes.c_ulong(0x100000001), ctypes.c_long(9))
print("ESCAPED" if said >= 0 else "contained")
