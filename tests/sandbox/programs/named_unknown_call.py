# a call that no table has is told -- violation
# with: rule=capability.native
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(1022)
print("ESCAPED" if said >= 0 else "contained")
