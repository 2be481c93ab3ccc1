# pipe buffers can not be made larger -- ok
import fcntl
import os

pipes = []
try:
    while True:
        pipes.append(os.pipe())
except OSError:
    pass
grown = 0
for _, end in pipes:
    try:
        fcntl.fcntl(end, 1031, 1 << 20)  # F_SETPIPE_SZ
        grown += 1
    except OSError:
        pass
print("ESCAPED" if grown else "contained", len(pipes))
