# clock, host name and power are not for a program -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
zero = ctypes.create_string_buffer(512)
calls = [libc.sethostname(b"x", 1), libc.setdomainname(b"x", 1), libc.settimeofday(zero, None),
         libc.clock_settime(0, zero), libc.syscall(169, 0xFEE1DEAD, 672274793, 0x89ABCDEF, 0), libc.syscall(159, zero)]
print("ESCAPED" if any(c >= 0 for c in calls) else "contained", calls)
