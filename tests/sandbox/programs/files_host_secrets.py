# the secrets of the host are not there to read -- ok
import os

paths = ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/hosts", "/root", "/home", "/var/log", "/srv", "/mnt",
         "/boot", "/run/secrets", "/proc/1/environ", "/proc/1/maps", "/proc/1/mem", "/proc/1/root", "/proc/1/cwd"]
for path in paths:
    try:
        found = os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(64)
    except OSError:
        continue
    if found:
        print("ESCAPED read", path, found[:8])
print("contained")
