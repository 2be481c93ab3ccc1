# tkill of the first process is told -- violation
# with: what=tkill
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(200, 1, 9)
print("ESCAPED" if said >= 0 else "contained")
