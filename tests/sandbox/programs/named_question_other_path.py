# and by another path -- violation
# with: what=execve processes=4
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
words = (ctypes.c_char_p * 3)(b"uname", b"-p", None)
if os.fork() == 0:
    libc.execve(b"/tmp/uname", words, None)
    os._exit(0)
os.wait()
print("contained")
