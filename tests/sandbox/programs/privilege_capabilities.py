# the process holds no capability and can get none -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
header = (ctypes.c_uint32 * 2)(0x20080522, 0)
sets = (ctypes.c_uint32 * 6)()
libc.syscall(125, header, sets)
if any(sets):
    print("ESCAPED holds", list(sets))
full = (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)
print("ESCAPED" if libc.syscall(126, header, full) == 0 else "contained")
