# ptrace in a loop is told, and not the clock -- violation
# with: what=ptrace wall_ms=500
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
while True:
    libc.ptrace(0, 0, 0, 0)
