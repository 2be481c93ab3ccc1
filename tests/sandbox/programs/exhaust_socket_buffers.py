# buffers of sockets can not grow beyond their bound -- ok,error,out_of_memory
import socket

total = 0
try:
    pairs = [socket.socketpair() for _ in range(20)]
    for a, b in pairs:
        a.setblocking(False)
        a.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
        try:
            while total < 1 << 30:
                total += a.send(bytes(65536))
        except OSError:
            pass
except OSError:
    pass
print("ESCAPED" if total > 96 << 20 else "contained", total)
