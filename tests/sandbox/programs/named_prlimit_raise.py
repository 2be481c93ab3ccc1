# raising a limit is told -- violation
# with: what=prlimit64
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.prlimit(0, 7, (ctypes.c_uint64 * 2)(1 << 20, 1 << 20), None)
print("ESCAPED" if said >= 0 else "contained")
