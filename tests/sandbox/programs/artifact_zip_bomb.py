# an archive is not opened -- ok
import zlib

with open("bomb.gz", "wb") as f:
    f.write(b"\x1f\x8b" + zlib.compress(bytes(20 << 20), 9))
print("contained")
