# TIOCCONS is told -- violation
# with: what=ioctl
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.ioctl(1, 0x541d, b"x")
print("ESCAPED" if said >= 0 else "contained")
