# a process can not ask to be traced or be traced by its thread -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

import os

for request, pid in ((0, 0), (16, os.getpid()), (0x4206, os.getpid()), (16, 1)):
    if libc.ptrace(request, pid, 0, 0) >= 0:
        print("ESCAPED", request)
print("contained")
