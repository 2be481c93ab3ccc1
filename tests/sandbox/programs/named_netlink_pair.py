# a pair of netlink sockets is told -- violation
# with: what=socketpair
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.socketpair(16, 3, 0, (ctypes.c_int * 2)())
print("ESCAPED" if said >= 0 else "contained")
