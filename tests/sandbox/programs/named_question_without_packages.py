# fc-list is told where no package could ask for it -- violation
# with: what=execve processes=4
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
words = (ctypes.c_char_p * 3)(b"fc-list", b"--help", None)
if os.fork() == 0:
    libc.execve(b"/usr/bin/fc-list", words, None)
    os._exit(0)
os.wait()
print("contained")
