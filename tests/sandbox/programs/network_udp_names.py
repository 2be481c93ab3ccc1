# no name is asked for over UDP -- violation
import socket

try:
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.sendto(b"secret.example.com", ("8.8.8.8", 53))
    print("ESCAPED")
except OSError:
    print("contained")
