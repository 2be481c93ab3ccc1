# the hypervisor can not be called -- violation
import socket

try:
    s = socket.socket(40, socket.SOCK_STREAM)
    print("ESCAPED")
except OSError:
    print("contained")
