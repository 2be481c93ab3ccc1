# another filter is told -- violation
# with: what=seccomp
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(317, 1, 0, ctypes.create_string_buffer(16))
print("ESCAPED" if said >= 0 else "contained")
