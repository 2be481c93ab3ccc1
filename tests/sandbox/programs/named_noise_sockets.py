# refused sockets of no account hide no attack behind them -- violation
# with: what=mount
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for _ in range(500):
    libc.socket(1, 1, 0)
print("ESCAPED" if libc.mount(b"x", b"/tmp", b"tmpfs", 0, None) == 0 else "contained")
