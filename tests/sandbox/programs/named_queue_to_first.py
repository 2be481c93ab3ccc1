# a queued signal to the first process is told -- violation
# with: what=rt_sigqueueinfo
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(129, 1, 9, ctypes.create_string_buffer(128))
print("ESCAPED" if said >= 0 else "contained")
