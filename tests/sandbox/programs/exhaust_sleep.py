# a sleeper ends with the clock -- wall_timeout
# with: wall_ms=400
import time

time.sleep(3600)
