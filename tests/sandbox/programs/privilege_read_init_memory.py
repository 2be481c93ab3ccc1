# the memory of process 1 can not be read or written -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(8)
local = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 8)
remote = (ctypes.c_size_t * 2)(0x400000, 8)
read = libc.syscall(310, 1, local, 1, remote, 1, 0)
written = libc.syscall(311, 1, local, 1, remote, 1, 0)
print("ESCAPED" if read > 0 or written > 0 else "contained")
