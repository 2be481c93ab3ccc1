# what libraries do by habit does not hide an attack behind it -- violation
# with: rule=capability.process
import ctypes
import socket

for _ in range(100):
    try:
        socket.socket(socket.AF_UNIX)
    except OSError:
        pass
if ctypes.CDLL(None).ptrace(0, 0, 0, 0) == 0:
    print("ESCAPED")
print("contained")
