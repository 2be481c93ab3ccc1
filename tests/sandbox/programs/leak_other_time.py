# the clocks can not be set, nor the calendar of the host told -- ok,violation
import os
import time

for clock in (time.CLOCK_REALTIME, time.CLOCK_MONOTONIC):
    try:
        time.clock_settime(clock, 0)
        print("ESCAPED")
    except OSError:
        pass
print("contained", time.tzname, os.environ.get("TZ"))
