# forks that retry for ever end with the clock or the memory -- wall_timeout,cpu_limit,output_limit,out_of_memory
# with: processes=8 wall_ms=600
import os

while True:
    try:
        os.fork()
    except OSError:
        pass
