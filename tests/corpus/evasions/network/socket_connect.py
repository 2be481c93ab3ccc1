# reaches: a TCP connection
import socket
try:
    socket.create_connection(("192.0.2.1", 80), timeout=1)
except OSError:
    pass
