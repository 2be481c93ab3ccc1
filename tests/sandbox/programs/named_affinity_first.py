# pinning the first process is told -- violation
# with: what=sched_setaffinity
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.sched_setaffinity(1, 8, (ctypes.c_uint64 * 1)(1))
print("ESCAPED" if said >= 0 else "contained")
