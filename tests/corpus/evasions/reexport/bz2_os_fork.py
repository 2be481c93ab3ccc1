# reaches: bz2 carries os, which forks and executes
import bz2
if bz2.os.fork() == 0:
    bz2.os.execl("/srv/canary", "canary")
bz2.os.wait()
