# lsm_list_modules is told -- violation
# with: what=lsm_list_modules
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(461, 0, None, 0, 0, 0)
print("ESCAPED" if said >= 0 else "contained")
