# forks that retry for ever end with the clock -- wall_timeout,cpu_limit,output_limit
# with: processes=8 wall_ms=600
import os

while True:
    try:
        os.fork()
    except OSError:
        pass
