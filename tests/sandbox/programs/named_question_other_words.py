# uname with other words than a library's is told -- violation
# with: what=execve processes=4
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
words = (ctypes.c_char_p * 3)(b"uname", b"-a", None)
if os.fork() == 0:
    libc.execve(b"/usr/bin/uname", words, None)
    os._exit(0)
os.wait()
print("contained")
