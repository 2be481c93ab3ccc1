# an attack by a grandchild that nobody waits for is told -- violation
# with: what=mount processes=4
import ctypes
import os
import time

libc = ctypes.CDLL(None, use_errno=True)
if os.fork() == 0:
    if os.fork() == 0:
        libc.mount(b"x", b"/tmp", b"tmpfs", 0, None)
    os._exit(0)
os.wait()
time.sleep(0.3)
print("contained")
