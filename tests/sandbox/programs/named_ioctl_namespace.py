# a question about a namespace's owner is told -- violation
# with: what=ioctl
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.ioctl(0, 0xb701, 0)
print("ESCAPED" if said >= 0 else "contained")
