# no user namespace inside the box -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("ESCAPED" if libc.unshare(0x10000000) == 0 else "contained")
