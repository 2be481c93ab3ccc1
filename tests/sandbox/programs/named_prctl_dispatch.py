# prctl that sets dispatch is told -- violation
# with: what=prctl
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.prctl(59, 1, 0, 0, 0)
print("ESCAPED" if said >= 0 else "contained")
