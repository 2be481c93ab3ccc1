# an attack before the program's end by flood is told -- violation
# with: what=ptrace
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(0, 0, 0, 0) == 0:
    print("ESCAPED")
while True:
    os.write(1, b"x" * 65536)
