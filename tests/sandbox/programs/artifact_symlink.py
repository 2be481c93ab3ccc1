# a link is no artifact -- ok
import os

for target in ("/etc/shadow", "/proc/1/environ", "../../etc/passwd"):
    try:
        os.symlink(target, "link" + str(len(target)))
        print("made a link")
    except OSError:
        pass
print("contained")
