# closing the output does not hide the work -- wall_timeout
# with: wall_ms=400
import os
import time

os.close(1)
os.close(2)
time.sleep(60)
