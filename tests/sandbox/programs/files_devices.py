# no device node but the harmless ones -- ok
import os

# The last seven are an OCI runtime's: names of the program's own descriptors, and what below must not open.
found = set(os.listdir("/dev")) - {"null", "zero", "full", "random", "urandom", "shm", "fd", "stdin", "stdout", "stderr", "core", "ptmx", "tty"}
for name in ("/dev/mem", "/dev/kmem", "/dev/port", "/dev/kmsg", "/dev/vda", "/dev/sda", "/dev/kvm", "/dev/fuse",
             "/dev/net/tun", "/dev/ptmx", "/dev/tty", "/dev/core", "/dev/console", "/dev/loop-control"):
    try:
        os.close(os.open(name, os.O_RDONLY))
        found.add(name)
    except OSError:
        pass
print("ESCAPED" if found else "contained", found)
