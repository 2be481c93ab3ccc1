# the processes of the host are not counted -- ok,error
import os

pids = [name for name in os.listdir("/proc") if name.isdigit()] if os.access("/proc", os.R_OK) else []
print("ESCAPED" if len(pids) > 3 or os.getpid() > 20 else "contained", pids)
