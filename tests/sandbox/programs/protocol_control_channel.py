# the control socket is out of reach -- ok
import os
import socket
import stat

for fd in range(0, 1024):
    try:
        if stat.S_ISSOCK(os.fstat(fd).st_mode):
            socket.socket(fileno=fd).send(bytes(200))
            print("ESCAPED", fd)
    except OSError:
        pass
print("contained")
