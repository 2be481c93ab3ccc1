# a sparse file is bounded by the file size -- file_limit,ok
import os

f = open("sparse", "wb")
try:
    f.truncate(1 << 40)
    print("ESCAPED")
except OSError:
    print("contained")
try:
    os.posix_fallocate(f.fileno(), 0, 1 << 40)
    print("ESCAPED")
except OSError:
    pass
