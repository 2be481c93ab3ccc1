# modes and marks of a file do not matter -- ok
import os

with open("locked", "w") as f:
    f.write("x")
os.chmod("locked", 0o000)
try:
    os.chmod("locked", 0o6777)
except OSError:
    pass
try:
    os.setxattr("locked", "user.x", b"y")
except OSError:
    pass
os.mkdir("closed", 0o700)
os.chmod("closed", 0o000)
print("contained")
