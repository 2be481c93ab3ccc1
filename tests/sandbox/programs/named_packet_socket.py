# a packet socket is told -- violation
# with: what=socket
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.socket(17, 3, 0)
print("ESCAPED" if said >= 0 else "contained")
