# a child can not write after the end -- ok
# with: processes=8
import os
import time

if os.fork() == 0:
    time.sleep(20)
    os.write(1, b"ESCAPED")
    os._exit(0)
print("contained", flush=True)
