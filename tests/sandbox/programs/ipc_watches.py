# watches on shared files carry no message either -- ok
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
print("ESCAPED" if libc.inotify_init() >= 0 or libc.inotify_init1(0) >= 0 else "contained")
