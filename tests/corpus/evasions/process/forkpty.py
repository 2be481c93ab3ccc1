# reaches: os.forkpty
import os
pid, fd = os.forkpty()
if pid == 0:
    os.execv("/srv/canary", ["canary"])
os.waitpid(pid, 0)
