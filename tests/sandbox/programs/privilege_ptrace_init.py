# process 1 can not be traced -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("ESCAPED" if libc.ptrace(16, 1, 0, 0) == 0 or libc.ptrace(0x4206, 1, 0, 0) == 0 else "contained")
