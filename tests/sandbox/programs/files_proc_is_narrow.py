# other processes and the mount table are not shown -- ok
import os

for path in ("/proc/self/mountinfo", "/proc/mounts", "/proc/self/mem", "/proc/self/fd",
             "/proc/kallsyms", "/proc/keys", "/proc/cmdline", "/proc/config.gz", "/proc/sys/kernel/core_pattern"):
    try:
        content = os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(100)
    except OSError:
        continue
    if content:
        print("ESCAPED", path, content)
print("contained")
