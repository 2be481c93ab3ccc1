# reading the first process's limits is told -- violation
# with: what=prlimit64
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.prlimit(1, 7, None, (ctypes.c_uint64 * 2)())
print("ESCAPED" if said >= 0 else "contained")
