# nor where a copy of standard output is in flight through a socket -- ok
import os
import socket

class Late:
    def __init__(self):
        self.here, self.there = socket.socketpair()
        socket.send_fds(self.here, [b"x"], [1])
        self.late = os, socket.recv_fds

    def __del__(self):
        module, receive = self.late
        try:
            _, fds, _, _ = receive(self.there, 1, 4)
            module.write(fds[0], b"ESCAPED\n")
        except OSError:
            pass

late = Late()
print("contained")
