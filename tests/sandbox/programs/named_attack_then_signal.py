# an attack before the program's end by signal is told -- violation
# with: what=ptrace
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(0, 0, 0, 0) == 0:
    print("ESCAPED")
os.kill(os.getpid(), 9)
