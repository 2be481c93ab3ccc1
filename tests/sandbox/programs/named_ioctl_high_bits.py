# TIOCSTI with bits that the kernel does not look at is told -- violation
# with: what=ioctl
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(ctypes.c_long(16), ctypes.c_long(1), ctypes.c_ulong(0x100005412), b"x")
print("ESCAPED" if said >= 0 else "contained")
