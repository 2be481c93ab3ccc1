# process_mrelease is told -- violation
# with: what=process_mrelease
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(448, 0, None, 0, 0, 0)
print("ESCAPED" if said >= 0 else "contained")
