# a copy of standard output that was put aside can not add to it at the end -- ok
import os

class Late:
    def __init__(self):
        self.fds = [os.dup(1), os.dup(2), os.dup2(1, 40)]

    def __del__(self, os=os):
        for fd in self.fds:
            try:
                os.write(fd, b"ESCAPED\n")
            except OSError:
                pass

late = Late()
print("contained")
