# slowing the first process is told -- violation
# with: what=setpriority
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.setpriority(0, 1, 19)
print("ESCAPED" if said >= 0 else "contained")
