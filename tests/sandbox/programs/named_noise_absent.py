# calls that are not there hide no attack behind them -- violation
# with: what=mount
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for _ in range(2000):
    libc.syscall(435, (ctypes.c_uint64 * 11)(), 88)
    libc.prctl(30, 0, 0, 0, 0)
print("ESCAPED" if libc.mount(b"x", b"/tmp", b"tmpfs", 0, None) == 0 else "contained")
