# device nodes can not be made -- violation
import os
import stat

for kind, name in ((stat.S_IFCHR, "c"), (stat.S_IFBLK, "b")):
    try:
        os.mknod(name, kind | 0o600, os.makedev(1, 3))
        print("ESCAPED", name)
    except OSError:
        pass
print("contained")
