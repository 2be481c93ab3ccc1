# TIOCSTI is told -- violation
# with: what=ioctl
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.ioctl(1, 0x5412, b"x")
print("ESCAPED" if said >= 0 else "contained")
