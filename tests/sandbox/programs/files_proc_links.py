# the links of /proc lead to nothing outside -- ok
import os

for path in ("/proc/self/root/etc/passwd", "/proc/1/root/etc/shadow", "/proc/self/cwd/../etc/passwd", "/proc/1/cwd",
             "/proc/self/map_files", "/proc/1/exe", "/proc/1/environ", "/proc/1/maps", "/proc/self/task/1/mem",
             "/proc/1/fdinfo", "/proc/1/net/tcp", "/proc/1/task", "/proc/2/cmdline", "/proc/self/attr/current",
             "/proc/self/ns/user", "/proc/1/ns/mnt", "/proc/driver", "/proc/sys/kernel/random/boot_id"):
    try:
        found = os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(64)
    except OSError:
        continue
    if found:
        print("ESCAPED", path, found)
print("contained")
