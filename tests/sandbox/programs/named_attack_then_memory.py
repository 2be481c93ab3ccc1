# an attack before the program's end by memory is told -- violation
# with: what=ptrace
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(0, 0, 0, 0) == 0:
    print("ESCAPED")
kept = [bytearray(1 << 20) for _ in range(4000)]
