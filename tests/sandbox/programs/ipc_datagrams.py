# a pair of sockets sends to nobody else -- ok
import socket

a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
for address in ("\0sluice", "\0/tmp/.X11-unix/X0", "/run/systemd/journal/socket", "/dev/log", "/run/dbus/system_bus_socket"):
    try:
        a.sendto(b"ESCAPED", address)
        print("ESCAPED", address)
    except OSError:
        pass
print("contained")
