# syncing the disks of the host is refused -- ok
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
libc.sync()
print("ESCAPED" if libc.syncfs(1) == 0 else "contained")
