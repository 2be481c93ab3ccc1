# nothing can be mounted -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
calls = [libc.mount(b"none", b"/tmp", b"tmpfs", 0, None), libc.umount2(b"/box", 2),
         libc.mount(b"/", b"/tmp", None, 4096, None), libc.mount(None, b"/", None, 32, None),
         libc.syscall(428, -100, b"/", 1), libc.syscall(430, b"tmpfs", 0), libc.syscall(442, -100, b"/", 0, 0, 0)]
print("ESCAPED" if any(c >= 0 for c in calls) else "contained", calls)
