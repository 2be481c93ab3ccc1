# the first process can not be slowed, pinned or stopped -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

import os
import signal

for act in (lambda: os.setpriority(os.PRIO_PROCESS, 1, 19), lambda: os.sched_setscheduler(1, 5, os.sched_param(0)),
            lambda: os.sched_setparam(1, os.sched_param(0))):
    try:
        act()
        print("ESCAPED", act)
    except OSError:
        pass
for number in (signal.SIGSTOP, signal.SIGTSTP, signal.SIGSEGV, signal.SIGTERM, signal.SIGUSR1, 34, 64):
    try:
        os.kill(1, number)
    except OSError:
        pass
limits = (ctypes.c_ulong * 2)(1, 1)
if libc.syscall(302, 1, 7, limits, None) == 0:
    print("ESCAPED changed its limits")
print("contained")
