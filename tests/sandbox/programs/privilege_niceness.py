# priority and scheduling stay as they are -- violation
import os

raised = []
for act in (lambda: os.nice(-5), lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
            lambda: os.setpriority(os.PRIO_PROCESS, 0, -1)):
    try:
        act()
        raised.append(act)
    except OSError:
        pass
print("ESCAPED" if raised else "contained")
