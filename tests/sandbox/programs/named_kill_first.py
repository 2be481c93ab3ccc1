# a signal to the first process is told -- violation
# with: what=kill
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.kill(1, 9)
print("ESCAPED" if said >= 0 else "contained")
