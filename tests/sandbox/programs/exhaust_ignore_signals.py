# ignoring every signal does not help -- wall_timeout
# with: wall_ms=400
import signal
import time

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    time.sleep(10)
