# the x32 system call table is closed -- violation
import ctypes

print("ESCAPED" if ctypes.CDLL(None).syscall(0x40000000 + 39) > 0 else "contained")
