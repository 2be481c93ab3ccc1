# a bomb of compressed data meets the memory limit -- out_of_memory
# with: wall_ms=20000 cpu_ms=10000
import zlib

bomb = zlib.compress(bytes(60 << 20), 9)
hoard = []
while True:
    hoard.append(zlib.decompress(bomb))
