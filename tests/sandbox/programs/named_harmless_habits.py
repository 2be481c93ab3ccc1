# what libraries do at their start and in threads is no violation -- ok
import ctypes
import os
import threading

libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(15, b"name", 0, 0, 0)
libc.prctl(30, 0, 0, 0, 0)
libc.prlimit(0, 7, None, (ctypes.c_uint64 * 2)())
libc.setrlimit(7, (ctypes.c_uint64 * 2)(8, 8))
libc.setpriority(0, 0, 5)
libc.setpriority(0, os.getpid(), 5)
os.sched_setaffinity(0, os.sched_getaffinity(0))
libc.sched_setscheduler(0, 0, (ctypes.c_int * 1)(0))
libc.ioctl(1, 0x540f, (ctypes.c_int * 1)())
libc.syscall(239, None, None, 0, None, 0)
libc.kill(1, 0)
t = threading.Thread(target=print, args=("contained",))
t.start()
t.join()
