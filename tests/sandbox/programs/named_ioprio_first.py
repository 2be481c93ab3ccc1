# another I/O priority for the first process is told -- violation
# with: what=ioprio_set
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(251, 1, 1, 0x6000)
print("ESCAPED" if said >= 0 else "contained")
