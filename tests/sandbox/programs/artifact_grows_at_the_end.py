# a file that a child still writes is read when that is dead -- ok
# with: processes=4
import os

pid = os.fork()
if pid == 0:
    with open("growing", "wb", buffering=0) as f:
        while True:
            try:
                f.write(b"x" * 4096)
            except OSError:
                f.seek(0)
print("contained")
