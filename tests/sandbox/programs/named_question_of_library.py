# what a library asks is no violation -- ok
# with: processes=4
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
words = (ctypes.c_char_p * 3)(b"uname", b"-p", None)
if os.fork() == 0:
    libc.execve(b"/usr/bin/uname", words, None)
    os._exit(0)
os.wait()
print("contained")
