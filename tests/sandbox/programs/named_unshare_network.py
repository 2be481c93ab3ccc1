# unshare of the network namespace is told -- violation
# with: what=unshare
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.unshare(0x40000000)
print("ESCAPED" if said >= 0 else "contained")
