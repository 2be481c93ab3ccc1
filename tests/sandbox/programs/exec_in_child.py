# a forked child can not run anything -- violation,error
# with: processes=4
import os

pid = os.fork()
if pid == 0:
    try:
        os.execv("/usr/bin/id", ["id"])
    except OSError:
        os._exit(7)
_, status = os.waitpid(pid, 0)
print("contained" if os.waitstatus_to_exitcode(status) == 7 else "ESCAPED")
