# clone3, whose flags a filter can not read, makes no namespace -- violation
# with: processes=4
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
args = (ctypes.c_uint64 * 11)(0x10000000, 0, 0, 0, 17)
pid = libc.syscall(435, args, 88)
if pid == 0:
    libc._exit(0)
print("contained" if pid < 0 and ctypes.get_errno() == 1 else "ESCAPED")
