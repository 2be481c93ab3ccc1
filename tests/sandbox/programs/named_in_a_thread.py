# an attack in a thread is told -- violation
# with: what=mount
import ctypes
import threading

libc = ctypes.CDLL(None, use_errno=True)
def act():
    print("ESCAPED" if libc.mount(b"x", b"/tmp", b"tmpfs", 0, None) == 0 else "contained")

t = threading.Thread(target=act)
t.start()
t.join()
