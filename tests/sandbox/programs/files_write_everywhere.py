# only the working folder, /tmp and /dev/shm take files -- ok
import os

wrote = []
for folder in ("/", "/usr", "/usr/lib", "/usr/lib/python3.11", "/etc", "/dev", "/app", "/run", "/run/disk",
               "/run/inputs", "/proc", "/lib64", "/usr/share"):
    try:
        with open(os.path.join(folder, "planted"), "w") as f:
            f.write("x")
        wrote.append(folder)
    except OSError:
        pass
print("ESCAPED" if wrote else "contained", wrote)
