# the address space layout can not be changed -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("ESCAPED" if libc.personality(0x0040000) >= 0 else "contained")
