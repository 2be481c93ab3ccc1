# ptrace in loops of children is told -- violation
# with: what=ptrace cpu_ms=300 processes=8
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
for _ in range(3):
    os.fork()
while True:
    libc.ptrace(0, 0, 0, 0)
