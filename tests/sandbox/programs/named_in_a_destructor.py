# an attack in a destructor at the end is told -- violation
# with: what=ptrace
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
class Late:
    def __init__(self):
        self.act = libc.ptrace

    def __del__(self):
        self.act(0, 0, 0, 0)

late = Late()
print("contained")
