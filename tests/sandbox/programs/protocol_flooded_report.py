# a flood on the report channel does not hold the run -- ok,error,signal
import os

for fd in range(3, 16):
    for _ in range(200):
        try:
            os.write(fd, bytes(65536))
        except OSError:
            break
print("contained")
