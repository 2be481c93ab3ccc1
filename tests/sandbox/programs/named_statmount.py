# statmount is told -- violation
# with: what=statmount
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(457, 0, None, 0, 0, 0)
print("ESCAPED" if said >= 0 else "contained")
