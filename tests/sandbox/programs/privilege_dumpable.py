# no core is ever written, and the process can not change that -- violation
import ctypes
import resource

libc = ctypes.CDLL(None, use_errno=True)
if max(resource.getrlimit(resource.RLIMIT_CORE)) > 1:
    print("ESCAPED core")
print("ESCAPED" if libc.prctl(36, 1, 0, 0, 0) == 0 else "contained")  # PR_SET_CHILD_SUBREAPER
