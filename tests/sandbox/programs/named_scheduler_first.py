# another scheduler for the first process is told -- violation
# with: what=sched_setscheduler
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.sched_setscheduler(1, 5, (ctypes.c_int * 1)(0))
print("ESCAPED" if said >= 0 else "contained")
