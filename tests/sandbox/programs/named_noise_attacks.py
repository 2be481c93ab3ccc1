# one attack made very often hides no other -- violation
# with: what=ptrace,mount
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for _ in range(2000):
    libc.ptrace(0, 0, 0, 0)
print("ESCAPED" if libc.mount(b"x", b"/tmp", b"tmpfs", 0, None) == 0 else "contained")
