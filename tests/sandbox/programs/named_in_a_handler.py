# an attack in a signal handler is told -- violation
# with: what=mount
import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
def act(*_):
    print("ESCAPED" if libc.mount(b"x", b"/tmp", b"tmpfs", 0, None) == 0 else "contained")

signal.signal(signal.SIGUSR1, act)
os.kill(os.getpid(), signal.SIGUSR1)
