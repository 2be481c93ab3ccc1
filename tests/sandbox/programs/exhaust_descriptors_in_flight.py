# descriptors that are sent and never received are bounded too -- ok,error
import os
import socket

a, b = socket.socketpair()
a.setblocking(False)
fd = os.open("/dev/zero", os.O_RDONLY)
sent = 0
try:
    while sent < 100000:
        socket.send_fds(a, [b"x"], [fd] * 32)
        sent += 32
except OSError:
    pass
print("ESCAPED" if sent > 4096 else "contained", sent)
