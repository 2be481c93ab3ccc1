# a socket pair, which asyncio needs, leads nowhere -- violation,ok
import socket

a, b = socket.socketpair()
try:
    a.connect("\0somewhere")
    print("ESCAPED")
except OSError:
    pass
a.send(b"x")
print("contained" if b.recv(1) == b"x" else "broken")
