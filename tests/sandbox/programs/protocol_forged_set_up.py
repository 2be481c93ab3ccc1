# a program can not say that the box failed -- error
import os
import struct

os.write(4, struct.pack("=II", 8, 4) + b"root" + struct.pack("=II", 7, 1) + b"4")
os._exit(1)
