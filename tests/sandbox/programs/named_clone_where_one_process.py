# a new namespace is told also where there may be one process -- violation
# with: what=clone
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(56, 0x10000011, 0, 0, 0, 0)
if said == 0:
    libc._exit(0)
print("ESCAPED" if said >= 0 else "contained")
