# a call by the x32 table in a child is told -- violation
# with: rule=capability.native processes=4
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if os.fork() == 0:
    os._exit(libc.syscall(0x40000000 + 39) > 0)
print("ESCAPED" if os.waitstatus_to_exitcode(os.wait()[1]) else "contained")
