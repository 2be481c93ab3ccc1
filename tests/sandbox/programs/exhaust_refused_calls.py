# a storm of refused calls does not starve the launcher -- violation
# with: cpu_ms=300 wall_ms=1200
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
while True:
    libc.unshare(0x10000000)
