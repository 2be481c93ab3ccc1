# no memory can be locked -- ok
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
block = ctypes.create_string_buffer(1 << 20)
print("ESCAPED" if libc.mlock(block, 1 << 20) == 0 or libc.mlockall(3) == 0 else "contained")
