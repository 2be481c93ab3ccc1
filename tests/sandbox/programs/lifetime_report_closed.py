# nor where the report was closed, or a copy stands in its place -- ok
import os

class Late:
    def __init__(self):
        self.fds = [os.dup(1), os.dup2(2, 40)]

    def __del__(self, os=os):
        for fd in [4, *self.fds]:
            try:
                os.write(fd, b"ESCAPED\n")
            except OSError:
                pass

late = Late()
print("contained", flush=True)
os.close(4)
os.dup2(1, 4)
