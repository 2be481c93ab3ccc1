# many short children count too -- cpu_limit
# with: cpu_ms=300 wall_ms=20000 processes=4
import os

while True:
    try:
        pid = os.fork()
    except OSError:
        continue
    if pid == 0:
        sum(range(200000))
        os._exit(0)
    os.waitpid(pid, 0)
