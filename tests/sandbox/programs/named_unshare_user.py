# unshare of the user namespace is told -- violation
# with: what=unshare
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.unshare(0x10000000)
print("ESCAPED" if said >= 0 else "contained")
