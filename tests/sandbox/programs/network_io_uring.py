# a ring makes no socket behind the filter -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
params = ctypes.create_string_buffer(120)
print("ESCAPED" if libc.syscall(425, 4, params) >= 0 else "contained")
