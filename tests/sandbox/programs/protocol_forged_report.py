# a forged report of success does not make one -- error
import os
import struct

for fd in range(3, 64):
    try:
        os.write(fd, struct.pack("II", 8, 0) + struct.pack("II", 1, 2) + b"42")
    except OSError:
        pass
raise SystemExit(5)
