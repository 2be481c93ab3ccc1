# listmount is told -- violation
# with: what=listmount
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(458, 0, None, 0, 0, 0)
print("ESCAPED" if said >= 0 else "contained")
