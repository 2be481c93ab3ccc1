# displays that the program writes over the report itself are bounded -- ok,error
import os
import struct

print("contained")
picture = struct.pack("=II", 9, 1 << 20) + b"\x04" + b"x" * ((1 << 20) - 1)
for kind in range(40):
    try:
        os.write(4, picture)
    except OSError:
        break
