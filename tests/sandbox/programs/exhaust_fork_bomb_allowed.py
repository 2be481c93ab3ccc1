# a fork bomb ends at the limit of processes -- wall_timeout,error,ok,cpu_limit
# with: processes=8 wall_ms=1500
import os
import time

made = 0
while made < 500:
    try:
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
        made += 1
    except OSError:
        break
print("ESCAPED" if made > 32 else "contained", made)
