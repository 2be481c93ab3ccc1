# reaches: socket.gethostname
import socket
print(socket.gethostname())
