# raising a limit by the old call is told -- violation
# with: what=setrlimit
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(160, 7, (ctypes.c_uint64 * 2)(1 << 20, 1 << 20))
print("ESCAPED" if said >= 0 else "contained")
