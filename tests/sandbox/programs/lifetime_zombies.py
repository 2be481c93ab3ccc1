# children that nobody waits for are reaped -- ok
# with: processes=8
import os

for _ in range(6):
    if os.fork() == 0:
        os._exit(0)
print("contained")
