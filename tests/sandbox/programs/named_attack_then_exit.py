# an attack before the program's end by exit is told -- violation
# with: what=ptrace
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(0, 0, 0, 0) == 0:
    print("ESCAPED")
os._exit(0)
