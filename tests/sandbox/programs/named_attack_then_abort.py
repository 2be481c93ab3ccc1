# an attack before the program's end by abort is told -- violation
# with: what=ptrace
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(0, 0, 0, 0) == 0:
    print("ESCAPED")
libc.abort()
