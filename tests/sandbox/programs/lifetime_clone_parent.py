# a child that is given to the first process dies with the box -- ok,error,violation
# with: processes=4
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

import os
import time

CLONE_PARENT = 0x8000
for flags in (CLONE_PARENT | 17, CLONE_PARENT | 9, CLONE_PARENT, 19, 0x4000 | 17):
    pid = libc.syscall(56, flags, 0, 0, 0, 0) if flags != (0x4000 | 17) else os.fork()
    if pid == 0:
        time.sleep(300)
        os._exit(0)
print("contained", flush=True)
os._exit(0)
