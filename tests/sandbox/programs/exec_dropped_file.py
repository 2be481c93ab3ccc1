# a program that was written can not be run -- violation
import os

path = "/tmp/run"
with open(path, "wb") as f:
    f.write(b"\x7fELF" + bytes(60))
os.chmod(path, 0o755)
os.execv(path, [path])
