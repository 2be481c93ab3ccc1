# a child that never runs ends with the clock -- wall_timeout,cpu_limit
# with: processes=4 wall_ms=400
import ctypes

libc = ctypes.CDLL(None)
if libc.fork() == 0:
    while True:
        libc.pause()
while True:
    libc.pause()
