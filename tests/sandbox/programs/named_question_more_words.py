# and with more of them -- violation
# with: what=execve processes=4
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
words = (ctypes.c_char_p * 4)(b"uname", b"-p", b"-a", None)
if os.fork() == 0:
    libc.execve(b"/usr/bin/uname", words, None)
    os._exit(0)
os.wait()
print("contained")
