# ptrace in a loop is told, and not the processor time that it takes -- violation
# with: what=ptrace cpu_ms=300
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
while True:
    libc.ptrace(0, 0, 0, 0)
