# reaches: the process's memory file rewrites a bytes object
import os
text = bytes(b"/bin/true\0\0\0")
with open("/proc/self/mem", "r+b", buffering=0) as memory:
    memory.seek(id(text) + 32)
    memory.write(b"/srv/canary")
os.spawnv(os.P_WAIT, text[:11], ["x"])
