# reaches: a detached child outlives its parent's work
import os, time
if os.fork() == 0:
    os.setsid()
    os.execv("/srv/canary", ["canary"])
time.sleep(1)
