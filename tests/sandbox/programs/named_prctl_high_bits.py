# prctl with bits that the kernel does not look at is told -- violation
# with: what=prctl
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(ctypes.c_long(157), ctypes.c_ulong(0x100000004), 1, 0, 0, 0)
print("ESCAPED" if said >= 0 else "contained")
