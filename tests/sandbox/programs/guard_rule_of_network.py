# a socket has its rule and line -- violation
# with: guard modules=socket rule=capability.network line=5
import socket

socket.socket()
print("ESCAPED")
