# reaches: os.fork followed by os.execv
import os
if not os.fork():
    os.execv("/srv/canary", ["canary"])
os.wait()
