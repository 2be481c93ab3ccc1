# a slow drip ends with the clock -- wall_timeout
# with: wall_ms=500
import time

while True:
    print(".", end="", flush=True)
    time.sleep(0.05)
