# a descriptor of the first process is told -- violation
# with: what=pidfd_open
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(434, 1, 0)
print("ESCAPED" if said >= 0 else "contained")
