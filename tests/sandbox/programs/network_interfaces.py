# there is no interface but loopback, and that is not shown -- violation,ok
import os
import socket

try:
    names = [name for _, name in socket.if_nameindex()]
except OSError:
    names = []
if set(names) - {"lo"}:
    print("ESCAPED", names)
for path in ("/proc/net/route", "/proc/net/tcp", "/proc/self/net/dev", "/sys/class/net"):
    try:
        print("ESCAPED", path, os.listdir(path) if os.path.isdir(path) else open(path).read())
    except OSError:
        pass
print("contained")
