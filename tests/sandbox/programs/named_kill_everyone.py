# a signal to everyone is told -- violation
# with: what=kill
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(62, ctypes.c_long(-1), 15) and -1
print("ESCAPED" if said >= 0 else "contained")
