# no socket file or abstract name of the host is reachable -- ok
import socket

for path in ("/run/docker.sock", "/var/run/dbus/system_bus_socket", "\0/tmp/.X11-unix/X0", "/run/systemd/notify"):
    try:
        s = socket.socket(socket.AF_UNIX)
        s.connect(path)
        print("ESCAPED", path)
    except OSError:
        pass
print("contained")
