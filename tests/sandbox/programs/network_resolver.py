# names do not resolve -- violation,error,ok
import socket

try:
    print("ESCAPED", socket.getaddrinfo("example.com", 80))
except OSError:
    print("contained")
