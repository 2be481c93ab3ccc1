# an attack before the program's end by file is told -- violation
# with: what=ptrace
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(0, 0, 0, 0) == 0:
    print("ESCAPED")
open("big", "wb").write(bytes(64 << 20))
