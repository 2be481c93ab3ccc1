# reaches: a Unix domain socket
import socket
try:
    socket.socket(socket.AF_UNIX).connect("/srv/none")
except OSError:
    pass
