# nor does a storm of them from many processes -- violation
# with: cpu_ms=400 wall_ms=1200 processes=8
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
for _ in range(3):
    os.fork()
while True:
    libc.socket(2, 1, 0)
