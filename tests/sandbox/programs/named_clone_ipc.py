# clone into a new ipc namespace is told -- violation
# with: what=clone processes=4
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(56, 0x8000011, 0, 0, 0, 0)
if said == 0:
    libc._exit(0)
print("ESCAPED" if said >= 0 else "contained")
