# an attack before the program's end by spin is told -- violation
# with: what=ptrace cpu_ms=300
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(0, 0, 0, 0) == 0:
    print("ESCAPED")
while True:
    pass
