# a grandchild that holds the output does not hold the run -- ok
# with: processes=8
import os
import time

if os.fork() == 0:
    time.sleep(3600)
    os._exit(0)
print("contained", flush=True)
