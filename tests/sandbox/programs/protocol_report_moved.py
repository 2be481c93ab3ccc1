# a report that is moved elsewhere forges nothing -- error
import os

for fd in range(3, 16):
    try:
        os.fstat(fd)
        os.dup2(1, fd)
    except OSError:
        pass
raise ValueError("told to the wrong place")
