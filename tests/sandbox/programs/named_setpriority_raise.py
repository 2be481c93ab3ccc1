# a higher priority is told -- violation
# with: what=setpriority
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.setpriority(0, 0, -5)
print("ESCAPED" if said >= 0 else "contained")
