# with packages the walls are the same -- violation
# with: packages memory_mb=256 wall_ms=20000 cpu_ms=10000
import numpy

numpy.fromfile("/proc/cpuinfo", dtype="u1", count=1)
for path in ("/etc/passwd", "/proc/1/environ"):
    try:
        print("ESCAPED", numpy.fromfile(path, dtype="u1")[:4])
    except OSError:
        pass
import socket

try:
    socket.socket()
    print("ESCAPED")
except OSError:
    print("contained")
