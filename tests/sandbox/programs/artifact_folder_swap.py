# a folder that becomes a link is not followed -- ok
import os

os.mkdir("sub")
open("sub/passwd", "w").close()
try:
    os.rename("sub", "old")
    os.symlink("/etc", "sub")
except OSError:
    pass
print("contained")
