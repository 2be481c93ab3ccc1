# unshare of the process namespace is told -- violation
# with: what=unshare
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.unshare(0x20000000)
print("ESCAPED" if said >= 0 else "contained")
