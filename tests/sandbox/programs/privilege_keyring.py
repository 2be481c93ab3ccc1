# no key of the host is there -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
calls = [libc.syscall(250, 0, -3, 0), libc.syscall(250, 6, -3, 0), libc.syscall(249, b"user", b"x", None, -3),
         libc.syscall(248, b"user", b"planted", b"x", 1, -3)]
print("ESCAPED" if any(c >= 0 for c in calls) else "contained", calls)
