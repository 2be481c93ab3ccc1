# files can not be opened by handle -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
handle = ctypes.create_string_buffer(b"\x08\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00", 16)
if libc.syscall(304, -100, handle, 0) >= 0:
    print("ESCAPED opened the root of the disk")
print("contained")
