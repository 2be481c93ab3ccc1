# prctl that sets securebits is told -- violation
# with: what=prctl
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.prctl(28, 1, 0, 0, 0)
print("ESCAPED" if said >= 0 else "contained")
