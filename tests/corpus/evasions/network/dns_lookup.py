# reaches: a name lookup that carries data in the name
import socket
try:
    socket.getaddrinfo("rows-12.example.org", 80)
except OSError:
    pass
