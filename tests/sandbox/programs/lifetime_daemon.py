# a daemon dies with the box -- ok
# with: processes=8
import os
import time

if os.fork() == 0:
    try:
        os.setsid()
    except OSError:
        pass
    if os.fork() == 0:
        time.sleep(3600)
    os._exit(0)
print("contained")
