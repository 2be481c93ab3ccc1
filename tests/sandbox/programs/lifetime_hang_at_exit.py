# a destructor that hangs ends with the clock -- wall_timeout
# with: wall_ms=500
import time

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(3600)

slow = Slow()
print("done")
